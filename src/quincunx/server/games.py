"""The games over HTTP: what can be played, the options, and the rules."""

from __future__ import annotations

import asyncio
import logging
from functools import cache
from typing import Annotated

from litestar import Controller, MediaType, get
from litestar.params import PathParameter, QueryParameter

from quincunx.core.options import Option
from quincunx.core.spec import Spec
from quincunx.games import games, make_game
from quincunx.games.puzzles import collection
from quincunx.play.clocks import usual_clock
from quincunx.play.lesson_loader import course_of
from quincunx.play.rulebook import rules_text
from quincunx.play.scene import still
from quincunx.protocol.games import BotShown, FormatShown, GameShown, OptionShown
from quincunx.search.levels import LEVELS
from quincunx.server.errors import refusals
from quincunx.server.markdown import to_html
from quincunx.words import ENGLISH

log = logging.getLogger("quincunx.server")

Key = Annotated[str, PathParameter(pattern=r"^[a-z0-9_-]{1,32}\Z")]
Language = Annotated[str, QueryParameter(pattern=r"^[a-z]{2}\Z")]


class GameController(Controller):
    """The games and the bots."""

    path = "/api"
    tags = ["games"]

    @get("/games", summary="List the games", responses=refusals(401))
    async def games(self) -> list[GameShown]:
        """Every game with its options and its starting position."""
        return await asyncio.to_thread(_all_shown)

    @get(
        "/games/{game:str}/rules",
        summary="Show a game's rules",
        media_type=MediaType.HTML,
        responses=refusals(400, 401, 404),
    )
    async def rules(self, game: Key, language: Language = ENGLISH) -> str:
        """The rules as HTML elements, in English if there is no translation.

        If a game has no rulebook, returns its title and summary.
        """
        return to_html(rules_text(make_game(game, {}).spec, language))

    @get("/bots", summary="List the bots", responses=refusals(401))
    async def bots(self) -> list[BotShown]:
        """The bot levels, from the weakest to the strongest."""
        return [BotShown(level.number, level.name) for level in LEVELS]


@cache
def _all_shown() -> list[GameShown]:
    """Every game that can be shown. A game whose package is broken is left out and does not affect the others."""
    shown = []
    for spec in games().values():
        try:
            shown.append(_shown(spec))
        except Exception:
            log.exception("a game cannot be shown", extra={"game": spec.key})
    return shown


def _shown(spec: Spec) -> GameShown:
    return GameShown(
        key=spec.key,
        title=spec.title,
        summary=spec.summary,
        players=spec.players,
        person_side=spec.person_side,
        drafts=spec.drafts,
        options=[_option_shown(option) for option in spec.options],
        clock=usual_clock(spec),
        abortable=spec.abortable,
        scene=still(make_game(spec.key, {}).start(), 1),
        lessons=course_of(spec.key) is not None,
        puzzles=collection(spec.key) is not None,
        format=_format_shown(spec),
    )


def _format_shown(spec: Spec) -> FormatShown | None:
    format = spec.record_format(make_game(spec.key, {}))
    return None if format is None else FormatShown(format.name, format.suffix)


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
        labels=option.labels,
        least=least,
        most=most,
        prominent=option.prominent,
        own=str(option.own),
        own_label=option.own,
        side=option.side,
    )
