"""The application: everything put together for one configuration."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from litestar import Litestar
from litestar.datastructures import State
from litestar.di import Provide
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import ControllerRouterHandler

from quincunx.server import collector
from quincunx.server.accounts import AccountController
from quincunx.server.balance import BalanceController
from quincunx.server.config import Config
from quincunx.server.content import ContentController
from quincunx.server.doors import Doors
from quincunx.server.errors import HANDLERS
from quincunx.server.games import GameController
from quincunx.server.identity import Identify
from quincunx.server.keys import KeyController
from quincunx.server.lessons import LessonController
from quincunx.server.live.hub import Hub
from quincunx.server.live.socket import live
from quincunx.server.live.uptime import Uptime
from quincunx.server.lobby import LobbyController
from quincunx.server.matches import MatchController
from quincunx.server.metrics import Metrics
from quincunx.server.operation import health, metrics
from quincunx.server.passwords import Passwords
from quincunx.server.players import PlayerController
from quincunx.server.positions import PositionController
from quincunx.server.puzzles import PuzzleController
from quincunx.server.reviews import ReviewController
from quincunx.server.watch import WatchController
from quincunx.server.words import WordController
from quincunx.store.store import Store

MOST_BODY = 64 * 1024

HANDLED: Sequence[ControllerRouterHandler] = (
    AccountController,
    KeyController,
    GameController,
    ContentController,
    LessonController,
    BalanceController,
    WordController,
    LobbyController,
    WatchController,
    MatchController,
    PlayerController,
    PositionController,
    PuzzleController,
    ReviewController,
    health,
    metrics,
    live,
)


def create_app(config: Config) -> Litestar:
    """The server's application, for a database that is at this program's version."""

    @asynccontextmanager
    async def running(app: Litestar) -> AsyncIterator[None]:
        app.state.store = Store(config.database)
        app.state.passwords = Passwords(config.password_hashes)
        await app.state.passwords.warm_up()
        app.state.hub = Hub(
            app.state.store,
            Uptime(),
            app.state.metrics,
            bots=config.bots,
            bot_seconds=config.bot_seconds,
            analysts=config.analysts,
            analysis_seconds=config.analysis_seconds,
        )
        collector.count(app.state.metrics)
        await app.state.hub.start()
        try:
            yield
        finally:
            await app.state.hub.stop()
            await app.state.store.close()

    return Litestar(
        HANDLED,
        state=State({"config": config, "metrics": Metrics(), "doors": Doors(config)}),
        lifespan=[running],
        middleware=[Identify],
        dependencies={
            name: Provide(_from_state(name)) for name in ("store", "passwords", "doors", "config", "metrics")
        },
        exception_handlers=HANDLERS,
        openapi_config=OpenAPIConfig("Quincunx", "1", path="/api", render_plugins=[JsonRenderPlugin()]),
        request_max_body_size=MOST_BODY,
        logging_config=None,
    )


def _from_state(name: str):  # type: ignore[no-untyped-def]
    async def provide(state: State) -> object:
        return state[name]

    return provide
