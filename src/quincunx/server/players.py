"""Players over HTTP: their stats and ratings, and the leader boards. These are public, like names."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Controller, Request, get
from litestar.di import NamedDependency
from litestar.params import PathParameter

from quincunx.games import make_game
from quincunx.protocol.accounts import Account
from quincunx.protocol.ratings import Leader, Point, Profile
from quincunx.server.errors import refusals
from quincunx.server.games import Key
from quincunx.server.identity import Asker
from quincunx.store.errors import Missing
from quincunx.store.profile import profile
from quincunx.store.store import Store, Unit
from quincunx.words import phrase

Name = Annotated[str, PathParameter(pattern=r"^[A-Za-z0-9_-]{1,32}\Z")]


class PlayerController(Controller):
    """Stats, ratings and leader boards."""

    path = "/api"
    tags = ["players"]

    @get("/players/{name:str}", summary="Show a player", responses=refusals(400, 401, 404))
    async def profile(self, name: Name, store: NamedDependency[Store]) -> Profile:
        """A member's stats and ratings."""
        return await store.read(lambda unit: profile(unit, member(unit, name)))

    @get("/account/stats", summary="Show my stats", responses=refusals(401, 403))
    async def mine(self, request: Request[Asker, Any, Any], store: NamedDependency[Store]) -> Profile:
        """The asker's stats and ratings; guests have stats too."""
        account = request.user.known("read")
        return await store.read(lambda unit: profile(unit, account))

    @get("/players/{name:str}/ratings/{game:str}", summary="Show a rating's history", responses=refusals(400, 401, 404))
    async def history(self, name: Name, game: Key, store: NamedDependency[Store]) -> list[Point]:
        """A member's rating after each rated match."""
        return await store.read(lambda unit: unit.results.history(member(unit, name).id, game))

    @get("/leaders/{game:str}", summary="Show a leader board", responses=refusals(400, 401, 404))
    async def leaders(self, game: Key, store: NamedDependency[Store]) -> list[Leader]:
        """The best members at a game."""
        make_game(game, {})  # refuses unknown games
        return await store.read(lambda unit: unit.results.leaders(game))


def member(unit: Unit, name: str) -> Account:
    """The member of that name; raises Missing if there is none."""
    account = unit.accounts.named(name)
    if account is None:
        raise Missing(phrase("server.player.no_such_player", name=name))
    return account
