"""The registry of all games by key, including those of other packages."""

from __future__ import annotations

import re
import warnings
from collections.abc import Mapping
from functools import cache
from importlib import metadata
from types import MappingProxyType

from quincunx.core import state
from quincunx.core.errors import UnknownGameError
from quincunx.core.game import Game
from quincunx.core.options import as_played
from quincunx.core.spec import Spec
from quincunx.games.battlefield.chess import CHESS
from quincunx.games.battlefield.spec import GAMES as BATTLEFIELD
from quincunx.games.cengers.spec import GAMES as CENGERS
from quincunx.games.checkers.spec import GAMES as CHECKERS
from quincunx.games.flipflop.spec import GAMES as FLIPFLOP
from quincunx.games.tafl.spec import GAMES as TAFL
from quincunx.notation import TEXT
from quincunx.notation.record import Record, named_game
from quincunx.words import phrase

ENTRY_POINTS = "quincunx.games"  # the entry point group for games of other packages: KEY = "package.module:SPEC"

_KEY = re.compile(r"[a-z][a-z0-9_-]{0,31}")
_OWN: tuple[Spec, ...] = (*TAFL, *CENGERS, *BATTLEFIELD, CHESS, *CHECKERS, *FLIPFLOP)

compiled: bool = not state.__file__.endswith(".py")


@cache
def games() -> Mapping[str, Spec]:
    """Return all games by key: our own, then those of other packages."""
    return MappingProxyType({spec.key: spec for spec in (*_OWN, *_installed())})


def game(key: str, **options: object) -> Game:
    """Return the game with this key, and with these options."""
    return make_game(key, options)


def make_game(key: str, options: Mapping[str, object]) -> Game:
    """Like `game`, with the options in a mapping, whose names may come from outside."""
    if key not in games():
        raise UnknownGameError(phrase("games.unknown", key=repr(key), games=list(games())))
    return Game(games()[key], TEXT, options)


def logged_game(key: str, options: Mapping[str, object]) -> Game:
    """Return the game of a log, which names every option that existed when the game started."""
    return make_game(key, as_played(make_game(key, {}).spec.options, options))


def read_record(text: str) -> Record:
    """Return the first record in a text that identifies its game."""
    return read_records(text)[0]


def read_records(text: str) -> list[Record]:
    """Return all records in a text that identifies its game, by its header or by a game-specific format."""
    return recognised(text) or [game(named_game(text)).record(text)]


def recognised(text: str) -> list[Record]:
    """Return the records of a text in any game-specific format; empty if no format matches."""
    for spec in games().values():
        usual = Game(spec, TEXT, {})
        format = spec.record_format(usual)
        if format is not None and format.recognises(text):
            return format.read(usual, text)
    return []


def _installed() -> list[Spec]:
    """Return the games of other packages. A broken game is left out, with a warning that says why.

    If two games have the same key, the one whose package comes first alphabetically is kept.
    """
    found: dict[str, Spec] = {}
    for point in sorted(metadata.entry_points(group=ENTRY_POINTS), key=_distribution):
        try:
            spec = _loaded(point)
            if spec.key in found:
                raise ValueError(f"the package {found[spec.key].package} has a game with the same key")
            found[spec.key] = spec
        except Exception as error:  # an exception in one package must not affect the other games
            warnings.warn(f"the game {point.name} ({point.value}) cannot be loaded: {error}", stacklevel=3)
    return list(found.values())


def _distribution(point: metadata.EntryPoint) -> str:
    return str(point.dist.name) if point.dist else ""  # an interrupted installation may have none


def _loaded(point: metadata.EntryPoint) -> Spec:
    spec = point.load()
    if not isinstance(spec, Spec):
        raise TypeError(f"expected an instance of quincunx.core.spec.Spec, got {type(spec).__name__}")
    if not spec.package:
        raise TypeError(f"{type(spec).__name__} is in a module of its own, and a game needs a package for its data")
    if spec.key != point.name:
        raise ValueError(f"its key is {spec.key!r}, and the entry point must have the same name")
    if not _KEY.fullmatch(spec.key):
        raise ValueError(f"the key {spec.key!r} must match {_KEY.pattern}")
    if spec.key in (own.key for own in _OWN):
        raise ValueError(f"{spec.key!r} is a game of Quincunx itself")
    _try(spec)
    return spec


def _try(spec: Spec) -> None:
    """Request what every list of games shows, so that a broken game raises here and not there."""
    start = Game(spec, TEXT, {}).start()
    start.legal_actions()
    spec.pieces(start)
    spec.hud(start)
