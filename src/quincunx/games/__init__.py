"""The registry: one line a game."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from quincunx.core import state
from quincunx.core.errors import UnknownGameError
from quincunx.core.game import Game
from quincunx.core.options import as_played
from quincunx.core.spec import Spec
from quincunx.games.battlefield.spec import Battlefield
from quincunx.games.cengers.spec import Cengers
from quincunx.games.checkers.spec import Checkers
from quincunx.games.flipflop.spec import FlipFlop
from quincunx.games.hnefatafl.spec import Hnefatafl
from quincunx.notation import TEXT
from quincunx.notation.record import Record, named_game

_SPECS: tuple[Spec, ...] = (
    Hnefatafl(),
    Cengers(),
    Battlefield(),
    Checkers(),
    FlipFlop(),
)
_BY_KEY: Mapping[str, Spec] = MappingProxyType({spec.key: spec for spec in _SPECS})

compiled: bool = not state.__file__.endswith(".py")


def games() -> Mapping[str, Spec]:
    """All games, by key."""
    return _BY_KEY


def game(key: str, rules: str | None = None, **options: object) -> Game:
    """The game of that key under a rule set (the seed rules unless named), with its options."""
    return make_game(key, rules, options)


def make_game(key: str, rules: str | None, options: Mapping[str, object]) -> Game:
    """The same, with the options in a mapping: for names that come from outside."""
    if key not in _BY_KEY:
        raise UnknownGameError(f"there is no game {key!r}; the games are {', '.join(_BY_KEY)}")
    return Game(_BY_KEY[key], TEXT, rules, options)


def logged_game(key: str, rules: str, options: Mapping[str, object]) -> Game:
    """The game of a log, which names every option that there was when it was begun."""
    rule_set = make_game(key, rules, {}).rule_set
    return make_game(key, rules, as_played(rule_set.options, options))


def read_record(text: str) -> Record:
    """A record whose header names its game."""
    record: Record = game(named_game(text)).record(text)
    return record
