"""The lobby over HTTP: who is connected, and who looks for a game. Names are public here, so everybody may look."""

from __future__ import annotations

from typing import Any

from litestar import Controller, Request, get

from quincunx.protocol.lobby import Gathering
from quincunx.server.errors import refusals
from quincunx.server.identity import Asker


class LobbyController(Controller):
    """Who is here."""

    path = "/api"
    tags = ["matches"]

    @get("/lobby", summary="Who is here, and who looks for a game", responses=refusals(401))
    async def lobby(self, request: Request[Asker, Any, Any]) -> Gathering:
        """The people who are connected, and those who wait in the pool, the longest waiting first."""
        account = request.user.account
        gathering: Gathering = request.app.state.live.lobby_directory.gathering("" if account is None else account.id)
        return gathering
