"""What can be watched, over HTTP: the boards themselves. To follow one of them is a matter of the WebSocket."""

from __future__ import annotations

from typing import Any

from litestar import Controller, Request, get

from quincunx.server.errors import refusals
from quincunx.server.identity import Asker
from quincunx.server.live.boards import BoardShown


class WatchController(Controller):
    """Matches that are being played."""

    path = "/api"
    tags = ["matches"]

    @get("/watch", summary="Matches that are being played, with their boards", responses=refusals(401))
    async def watch(self, request: Request[Asker, Any, Any]) -> list[BoardShown]:
        """The public matches in which something happens, the latest move first."""
        account = request.user.account
        boards: list[BoardShown] = await request.app.state.hub.boards.alive("" if account is None else account.id)
        return boards
