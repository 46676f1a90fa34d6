"""The lobby over HTTP: who is connected, and who is looking for a game. Names are public, so everybody may see it."""

from __future__ import annotations

from typing import Any

from litestar import Controller, Request, get

from quincunx.protocol.lobby import LobbyShown
from quincunx.server.errors import refusals
from quincunx.server.identity import Asker
from quincunx.server.live.lobby_directory import LobbyDirectory


class LobbyController(Controller):
    """The lobby."""

    path = "/api"
    tags = ["matches"]

    @get("/lobby", summary="Show who is online and who is looking for a game", responses=refusals(401))
    async def lobby(self, request: Request[Asker, Any, Any]) -> LobbyShown:
        """The people who are connected, and those waiting in the pool, the longest waiting first."""
        account = request.user.account
        lobby: LobbyDirectory = request.app.state.live.lobby_directory
        return await lobby.shown_to("" if account is None else account.id)
