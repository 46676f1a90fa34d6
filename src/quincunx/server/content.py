"""Content of the games over HTTP: what is shipped, what an editor needs to know, and the faults of custom content."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any

from litestar import Controller, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody, PathParameter

from quincunx.core.content import Content
from quincunx.games import make_game
from quincunx.protocol.content import Checked, ContentShown
from quincunx.server.errors import refusals
from quincunx.server.fair_queue import FairQueue
from quincunx.server.positions import REFUSED, Asking, who
from quincunx.server.request_limits import RequestLimits
from quincunx.store.errors import Missing
from quincunx.words import phrase

Key = Annotated[str, PathParameter(pattern=r"^[a-z0-9_-]{1,32}\Z")]

MOST_FAULTS = 100  # reported at once


class ContentController(Controller):
    """Content that people may create themselves, such as armies."""

    path = "/api/games/{game:str}/content/{option:str}"
    tags = ["games"]

    @get("/", summary="Show the content of an option", responses=refusals(400, 401, 404))
    async def shipped(self, game: Key, option: Key) -> ContentShown:
        """The content that comes with the game, and what an editor needs to know."""
        return _shown(game, option)

    @post("/check", summary="Check custom content", status_code=200, responses=REFUSED)
    async def check(
        self,
        request: Asking,
        game: Key,
        option: Key,
        data: JSONBody[dict[str, Any]],
        limits: NamedDependency[RequestLimits],
        study_queue: NamedDependency[FairQueue],
    ) -> Checked:
        """The faults of the content. Nothing is stored."""
        await limits.count_position(who(request))
        content = _content(game, option)
        return await study_queue.run(who(request), lambda: Checked([*content.faults(data)][:MOST_FAULTS]))


@cache
def _shown(game: str, option: str) -> ContentShown:
    """The shipped content, which does not change while the program runs."""
    content = _content(game, option)
    return ContentShown({name: dict(data) for name, data in content.shipped().items()}, content.form())


def _content(game: str, option: str) -> Content:
    """The content of a game's option; raises Missing if it has none."""
    for known in make_game(game, {}).spec.options:
        if known.name == option and known.content is not None:
            return known.content
    raise Missing(phrase("server.content.none", game=game, option=option))
