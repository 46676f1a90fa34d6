"""How balanced a game is: measured results of bots of each level against themselves, as a data file beside the games.

`quincunx lab balance --output` writes that file (`balance.toml`, one table per measurement); docs/balance.md explains
how.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import resources
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from quincunx.core.errors import BalanceError, QuincunxError
from quincunx.core.spec import Spec
from quincunx.games import games, make_game
from quincunx.search.levels import LEVELS
from quincunx.search.score import Score, tallied
from quincunx.words import Text, phrase

FILE = "balance.toml"
HEAD = "# What the first side scores when a bot plays itself (docs/balance.md). Written by `quincunx lab balance`.\n"

Count = Annotated[int, Meta(ge=0)]


class Measured(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Games of a bot against itself: wins, draws and losses of the first side, and the median length in turns.

    `choices` are the options chosen from what ships with the game, such as both armies; `command` plays the same games
    again.
    """

    game: str
    level: Annotated[int, Meta(ge=1, le=len(LEVELS))]
    won: Count
    drawn: Count
    lost: Count
    turns: float
    command: str
    choices: dict[str, str] = {}

    @property
    def games(self) -> int:
        """The number of games."""
        return self.won + self.drawn + self.lost

    @property
    def score(self) -> Score:
        """The score of the first side."""
        return tallied(results(self.won, self.drawn, self.lost))

    @property
    def subject(self) -> tuple[str, int, dict[str, str]]:
        """What was measured; a newer measurement of the same replaces this one."""
        return self.game, self.level, self.choices


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    measured: list[Measured] = []


def results(won: int, drawn: int, lost: int) -> Mapping[float, int]:
    """How often each result occurred."""
    return {1.0: won, 0.5: drawn, 0.0: lost}


@cache
def shipped_balance(spec: Spec) -> tuple[Measured, ...]:
    """The measurements that ship with a game; empty if there are none."""
    file = resources.files(spec.package).joinpath(FILE)
    if not file.is_file():
        return ()
    return tuple(row for row in read_balance(file.read_text(encoding="utf-8")) if row.game == spec.key)


def read_balance(text: str) -> list[Measured]:
    """The measurements in a family's file; raises BalanceError, with the problem, if one is invalid."""
    try:
        found = msgspec.convert(tomllib.loads(text), _File).measured
        for number, measured in enumerate(found):
            _require_sense(measured, found[:number])
    except QuincunxError as error:
        raise BalanceError(_broken(error.text)) from error
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise BalanceError(_broken(str(error))) from error
    return found


def _broken(problem: Text) -> Text:
    return phrase("search.balance.broken", file=FILE, problem=problem)


def _require_sense(measured: Measured, before: Iterable[Measured]) -> None:
    """Raise an error if the game or an option does not exist, if there are no games, or for a duplicate."""
    make_game(measured.game, measured.choices)
    played = " ".join((measured.game, *measured.choices.values()))
    if not measured.games or measured.turns <= 0:
        raise BalanceError(phrase("search.balance.no_games", game=played, level=measured.level))
    if measured.subject in [row.subject for row in before]:
        raise BalanceError(phrase("search.balance.told_twice", game=played, level=measured.level))


def write_balance(found: Iterable[Measured]) -> str:
    """The text of a file with the measurements, in the order of the registry."""
    order = list(games())
    rows = sorted(found, key=lambda row: (order.index(row.game), row.level, list(row.choices.values())))
    return HEAD + "".join("\n[[measured]]\n" + "".join(_lines(msgspec.structs.asdict(row))) for row in rows)


def _lines(fields: Mapping[str, Any]) -> Iterable[str]:
    for name, value in fields.items():
        if name == "choices":
            chosen = ", ".join(f"{option} = {json.dumps(choice)}" for option, choice in value.items())
            yield f"choices = {{ {chosen} }}\n" if value else ""
        else:
            yield f"{name} = {f'{value:g}' if isinstance(value, float) else json.dumps(value)}\n"


def with_newer(kept: Iterable[Measured], newer: Measured) -> list[Measured]:
    """The measurements, with a newer one replacing the older one of the same subject."""
    return [*(row for row in kept if row.subject != newer.subject), newer]
