"""The boards that can be watched, over HTTP. Following a match goes over the WebSocket."""

from __future__ import annotations

from typing import Any

from litestar import Controller, Request, get

from quincunx.protocol.matches import BoardShown
from quincunx.server.errors import refusals
from quincunx.server.identity import Asker
from quincunx.server.matches import Game


class WatchController(Controller):
    """Matches that are being played."""

    path = "/api"
    tags = ["matches"]

    @get("/watch", summary="List the matches being played, with their boards", responses=refusals(400, 401))
    async def watch(self, request: Request[Asker, Any, Any], game: Game = None) -> list[BoardShown]:
        """The active public matches of all games or of one, the latest move first."""
        account = "" if request.user.account is None else request.user.account.id
        boards: list[BoardShown] = await request.app.state.live.watch_list.alive(account, game)
        return boards
