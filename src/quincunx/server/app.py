"""The application: assembles everything for a configuration."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from litestar import Litestar
from litestar.datastructures import State
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import ControllerRouterHandler

from quincunx.host.bus_address import open_bus
from quincunx.host.host_clock import HostClock
from quincunx.host.site_clock import set_clock
from quincunx.server import garbage_collection
from quincunx.server.account_emails import AccountEmails
from quincunx.server.account_security import SecurityController
from quincunx.server.accounts import AccountController
from quincunx.server.authentication import Proofs
from quincunx.server.balance import BalanceController
from quincunx.server.compression import COMPRESSION
from quincunx.server.config import Config
from quincunx.server.content import ContentController
from quincunx.server.encryption import Encryption
from quincunx.server.errors import HANDLERS
from quincunx.server.fair_queue import FairQueue
from quincunx.server.games import GameController
from quincunx.server.handshakes import note_error
from quincunx.server.health import health, metrics, ready
from quincunx.server.identity import Identify, now
from quincunx.server.lessons import LessonController
from quincunx.server.live.application import LiveApplication
from quincunx.server.live.send_buffers import SendBuffers
from quincunx.server.live.socket import live
from quincunx.server.lobby import LobbyController
from quincunx.server.mail import Mailer
from quincunx.server.matches import MatchController
from quincunx.server.metrics import Metrics
from quincunx.server.moderation import ModerationController
from quincunx.server.passkeys import PasskeyController
from quincunx.server.passwords import Passwords
from quincunx.server.players import PlayerController
from quincunx.server.positions import PositionController
from quincunx.server.puzzles import PuzzleController
from quincunx.server.readiness import Readiness
from quincunx.server.recovery import RecoveryController
from quincunx.server.reports import ReportController
from quincunx.server.request_body import WholeRequest
from quincunx.server.request_limits import RequestLimits, limits_of
from quincunx.server.reviews import ReviewController
from quincunx.server.second_factor import SecondFactorController
from quincunx.server.session_tokens import SessionTokenController
from quincunx.server.state_dependencies import from_state
from quincunx.server.text_schema import TextSchema
from quincunx.server.tracing import open_tracing
from quincunx.server.watch import WatchController
from quincunx.server.wire.dropped_connections import DroppedConnections
from quincunx.server.words import WordController
from quincunx.words import Phrase
from quincunx.words.wire import encode_text

MOST_BODY = 64 * 1024
PROVIDED = (
    "store",
    "passwords",
    "limits",
    "config",
    "metrics",
    "encryption",
    "proofs",
    "account_emails",
    "study_queue",
    "engine",
    "exports",
    "readiness",
)
MOST_REFUTATIONS = 32  # waiting: each is a short search, one at a time, without the GIL
MOST_EXPORTS = 200  # waiting pages

HANDLED: Sequence[ControllerRouterHandler] = (
    AccountController,
    SessionTokenController,
    PasskeyController,
    SecondFactorController,
    RecoveryController,
    SecurityController,
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
    ReportController,
    ModerationController,
    health,
    ready,
    metrics,
    live,
)


def create_app(config: Config) -> Litestar:
    """Create the application, for a database whose schema is up to date."""

    @asynccontextmanager
    async def running(app: Litestar) -> AsyncIterator[None]:
        app.state.store = app.state.tracing.open_store(config.database)
        await app.state.bus.start()
        app.state.passwords = passwords = Passwords(config.password_hashes)
        await passwords.warm_up()
        app.state.metrics.gauge(
            "quincunx_passwords_waiting", "Passwords waiting to be hashed.", lambda: len(passwords.queue)
        )
        app.state.encryption = Encryption(config.secret_key)
        app.state.proofs = Proofs(app.state.store, app.state.passwords, app.state.limits, app.state.encryption)
        mailer = Mailer(config)
        app.state.account_emails = AccountEmails(app.state.store, mailer, config.public_url)
        await mailer.start()
        clock = HostClock()
        await set_clock(app.state.store, clock)
        app.state.live = LiveApplication(
            app.state.store,
            clock,
            app.state.metrics,
            bots=config.bots,
            bot_seconds=config.bot_seconds,
            reviews=config.reviews,
            analysts=config.analysts,
            analysis_seconds=config.analysis_seconds,
            bus=app.state.bus,
        )
        app.state.readiness = Readiness(app.state.store, app.state.live, now)
        app.state.study_queue = app.state.live.study_queue
        app.state.engine = engine = FairQueue("puzzles", 1, MOST_REFUTATIONS)
        app.state.exports = FairQueue("exports", 1, MOST_EXPORTS)
        app.state.metrics.gauge(
            "quincunx_refutations_waiting", "Wrong turns in puzzles waiting for a reply.", lambda: len(engine)
        )
        garbage_collection.count(app.state.metrics)
        await app.state.live.start()
        try:
            yield
        finally:
            engine.stop()
            await app.state.live.stop()
            await mailer.stop()
            await app.state.bus.stop()
            await app.state.store.close()
            await asyncio.to_thread(app.state.tracing.stop)

    return Litestar(
        HANDLED,
        state=_state(config),
        lifespan=[running],
        middleware=[Identify],
        dependencies=from_state(PROVIDED),
        compression_config=COMPRESSION,
        request_class=WholeRequest,
        exception_handlers=HANDLERS,
        after_exception=[note_error],
        openapi_config=OpenAPIConfig("Quincunx", "1", path="/api", render_plugins=[JsonRenderPlugin()]),
        plugins=[TextSchema()],
        type_encoders={Phrase: encode_text},
        request_max_body_size=MOST_BODY,
        logging_config=None,
        debug=False,  # whatever the environment says: internals are never shown
        pdb_on_exception=False,
    )


def _state(config: Config) -> State:
    """The state that exists before the server runs."""
    metrics, bus = Metrics(), open_bus(config.bus)
    dropped = DroppedConnections(metrics)
    send_buffers = SendBuffers(lambda network: dropped.note("too_slow", network))
    metrics.gauge("quincunx_outgoing_bytes", "Unread bytes waiting on sockets.", lambda: send_buffers.total)
    return State(
        {
            "config": config,
            "metrics": metrics,
            "tracing": open_tracing(config),
            "bus": bus,
            "limits": RequestLimits(config, limits_of(bus)),
            "dropped": dropped,
            "send_buffers": send_buffers,
        }
    )
