"""The games over HTTP: what can be played, by which rules, with which options, and how the rules read."""

from __future__ import annotations

from importlib import resources
from typing import Annotated

import msgspec
from litestar import Controller, MediaType, get
from litestar.params import PathParameter

from quincunx.core.spec import Spec
from quincunx.games import games, make_game
from quincunx.search.levels import LEVELS
from quincunx.server.errors import refusals

Key = Annotated[str, PathParameter(pattern=r"^[a-z_]{1,32}\Z")]


class OptionShown(msgspec.Struct, frozen=True):
    """An option: what it does and what it takes."""

    name: str
    help: str
    expected: str
    default: str


class RulesShown(msgspec.Struct, frozen=True):
    """A rule set of a game."""

    name: str
    summary: str
    options: list[OptionShown]


class GameShown(msgspec.Struct, frozen=True):
    """A game, its sides and its rule sets; the first is the usual one."""

    key: str
    title: str
    summary: str
    players: tuple[str, str]
    rules: list[RulesShown]


class BotShown(msgspec.Struct, frozen=True):
    """A level that bots play at."""

    level: int
    name: str


class GameController(Controller):
    """What can be played."""

    path = "/api"
    tags = ["games"]

    @get("/games", summary="The games", responses=refusals(401))
    async def games(self) -> list[GameShown]:
        """Every game with its rule sets and options."""
        return [_shown(spec) for spec in games().values()]

    @get(
        "/games/{game:str}/rules",
        summary="A game's rules",
        media_type=MediaType.TEXT,
        responses=refusals(400, 401, 404),
    )
    async def rules(self, game: Key) -> str:
        """The rules for people, in Markdown."""
        folder = type(make_game(game, None, {}).spec).__module__.rpartition(".")[0]
        return resources.files(folder).joinpath("RULES.md").read_text(encoding="utf-8")

    @get("/bots", summary="The bots", responses=refusals(401))
    async def bots(self) -> list[BotShown]:
        """The levels, from the weakest to the strongest."""
        return [BotShown(level.number, level.name) for level in LEVELS]


def _shown(spec: Spec) -> GameShown:
    rules = [
        RulesShown(
            rule_set.name,
            rule_set.summary,
            [
                OptionShown(option.name, option.help, option.expected, str(option.default))
                for option in rule_set.options
            ],
        )
        for rule_set in spec.rule_sets
    ]
    return GameShown(spec.key, spec.title, spec.summary, spec.players, rules)
