"""The games over HTTP: what can be played, by which rules, with which options, and how the rules read."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Annotated

import msgspec
from litestar import Controller, MediaType, get
from litestar.params import PathParameter, QueryParameter

from quincunx.core.options import Option
from quincunx.core.spec import RuleSet, Spec
from quincunx.games import games, make_game
from quincunx.play.clocks import Clock, usual_clock
from quincunx.play.scene import Scene, still
from quincunx.search.levels import LEVELS
from quincunx.server.errors import refusals
from quincunx.server.markdown import to_html
from quincunx.server.words import ENGLISH, package_of

Key = Annotated[str, PathParameter(pattern=r"^[a-z_]{1,32}\Z")]
Language = Annotated[str, QueryParameter(pattern=r"^[a-z]{2}\Z")]


class OptionShown(msgspec.Struct, frozen=True, omit_defaults=True):
    """An option: what people call it, what it does and what it takes; of a number the least and the most.

    A prominent one is chosen where a match is set up. `own` is what each player brings himself (an army), `side` whose.
    """

    name: str
    title: str
    help: str
    expected: str
    default: str
    kind: str
    choices: tuple[str, ...]
    prominent: bool
    own: str
    side: int | None
    least: int | None = None
    most: int | None = None


class RulesShown(msgspec.Struct, frozen=True):
    """A rule set of a game, its usual clock, whether a match that has begun can be aborted, and how it begins."""

    name: str
    title: str
    summary: str
    options: list[OptionShown]
    clock: Clock | None
    abortable: bool
    scene: Scene


class GameShown(msgspec.Struct, frozen=True):
    """A game, its sides and its rule sets; the first is the usual one.

    `person_side` is the side a person has against a bot unless he chooses; with `drafts`, what is played with keys is
    a draft until it is handed over.
    """

    key: str
    title: str
    summary: str
    players: tuple[str, str]
    person_side: int | None
    drafts: bool
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
        """Every game with its rule sets, options and first positions."""
        return _all_shown()

    @get(
        "/games/{game:str}/rules",
        summary="A game's rules",
        media_type=MediaType.HTML,
        responses=refusals(400, 401, 404),
    )
    async def rules(self, game: Key, language: Language = ENGLISH) -> str:
        """The rules for people, as elements of HTML; in English where nobody has translated them."""
        return to_html(rules_page(make_game(game, None, {}).spec, language))

    @get("/bots", summary="The bots", responses=refusals(401))
    async def bots(self) -> list[BotShown]:
        """The levels, from the weakest to the strongest."""
        return [BotShown(level.number, level.name) for level in LEVELS]


@cache
def _all_shown() -> list[GameShown]:
    return [_shown(spec) for spec in games().values()]


def rules_page(spec: Spec, language: str) -> str:
    """A game's rules in a language, or in English; in Markdown."""
    folder = resources.files(package_of(spec))
    translated = folder.joinpath(f"RULES.{language}.md")
    page = translated if translated.is_file() else folder.joinpath("RULES.md")
    return page.read_text(encoding="utf-8")


def _shown(spec: Spec) -> GameShown:
    rules = [_rules_shown(spec, rule_set) for rule_set in spec.rule_sets]
    return GameShown(spec.key, spec.title, spec.summary, spec.players, spec.person_side, spec.drafts, rules)


def _rules_shown(spec: Spec, rule_set: RuleSet) -> RulesShown:
    return RulesShown(
        name=rule_set.name,
        title=rule_set.title or spec.title,
        summary=rule_set.summary,
        options=[_option_shown(option) for option in rule_set.options],
        clock=usual_clock(rule_set),
        abortable=rule_set.abortable,
        scene=still(make_game(spec.key, rule_set.name, {}).start(), 1),
    )


def _option_shown(option: Option) -> OptionShown:
    least, most = option.bounds or (None, None)
    return OptionShown(
        name=option.name,
        title=option.title,
        help=option.help,
        expected=option.expected,
        default=str(option.default),
        kind=option.kind,
        choices=option.choices,
        least=least,
        most=most,
        prominent=option.prominent,
        own=option.own,
        side=option.side,
    )
