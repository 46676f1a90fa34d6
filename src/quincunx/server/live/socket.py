"""The WebSocket endpoint: admits connections, reads messages and sends answers. No message can break it."""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.connection.base import empty_receive, empty_send
from litestar.exceptions import NotAuthorizedException, WebSocketDisconnect
from litestar.types import Empty
from litestar.utils.scope.state import ScopeState

from quincunx.core.errors import QuincunxError
from quincunx.play.errors import Refused
from quincunx.protocol import messages
from quincunx.protocol.accounts import Account
from quincunx.server.errors import failed, problem
from quincunx.server.identity import Asker, identify, now
from quincunx.server.live.application import LiveApplication
from quincunx.server.live.connection import PATIENCE, Connection
from quincunx.server.live.handlers import answer, welcome
from quincunx.server.origins import is_own
from quincunx.server.rate_limits import network
from quincunx.server.request_limits import address_of
from quincunx.server.tracing import Tracing
from quincunx.store.errors import Unavailable
from quincunx.words import phrase

log = logging.getLogger("quincunx.live")

POLICY = 1008  # the close code for misbehaving clients
GOING_AWAY = 1001
TRY_AGAIN = 1013
SECOND = 1000  # milliseconds
TOO_FAST = phrase("server.live.too_fast")
IDENTIFYING = frozenset({b"authorization", b"cookie"})
LAST_WORDS = 5.0  # seconds for a client to read why it is disconnected


@websocket("/live")
async def live(socket: WebSocket[Asker, Any, Any]) -> None:
    """Handle a client's connection from the handshake to the end."""
    if not is_own(socket.headers, _page_scheme(socket), socket.app.state.config.public_url):
        await socket.close(POLICY, phrase("server.live.foreign_page"))
        return
    app: LiveApplication = socket.app.state.live
    if app.stopping:
        await socket.close(TRY_AGAIN, phrase("server.live.stopping"))
        return
    asker = socket.user
    plays = asker.account is not None and (asker.token is None or "play" in asker.token.scopes)
    whence = network(address_of(socket))
    state = socket.app.state
    connection = Connection(asker.account, plays, state.config.messages_a_second, whence, state.send_buffers)
    connection.reads = asker.token is None or "read" in asker.token.scopes
    connection.is_logged_in = partial(_is_still, socket, asker.account)
    if not app.enter(connection):
        await socket.close(TRY_AGAIN, phrase("server.live.too_many_connections"))
        return
    try:
        again = await identify(socket)  # a logout before `enter` could not drop this connection
        if again.account != asker.account or connection.closing:
            await socket.close(POLICY, phrase("server.live.logged_out"))
            return
        _forget_headers(socket)
        await _talk(socket, app, connection, again.until)
    except WebSocketDisconnect:
        pass
    finally:
        app.leave(connection)
        connection.leave()
        socket.receive, socket.send = empty_receive, empty_send  # they refer back to it: garbage for the collector


async def _talk(
    socket: WebSocket[Asker, Any, Any], app: LiveApplication, connection: Connection, until: int | None
) -> None:
    """Exchange messages until either side disconnects, or the session or token expires."""
    await socket.accept()
    sending = asyncio.create_task(_send(socket, connection))
    ending = _end_at(until, connection)
    try:
        await welcome(app, connection)
        await _receive(socket, app, connection)
        await asyncio.wait({sending}, timeout=LAST_WORDS)
    finally:
        sending.cancel()
        if ending is not None:
            ending.cancel()


def _forget_headers(socket: WebSocket[Asker, Any, Any]) -> None:
    """Keep only the headers that identify the asker; the others would take 3 KB as long as the connection lasts."""
    socket.scope["headers"] = [pair for pair in socket.scope["headers"] if pair[0] in IDENTIFYING]
    ScopeState.from_scope(socket.scope).headers = Empty  # read again from these when they are needed


async def _is_still(socket: WebSocket[Asker, Any, Any], account: Account | None) -> bool:
    """Whether the session or token is still valid, and the account unchanged."""
    try:
        return (await identify(socket)).account == account
    except NotAuthorizedException:
        return False


def _end_at(until: int | None, connection: Connection) -> asyncio.TimerHandle | None:
    """Schedule the end of the connection; None if there is no limit."""
    if until is None:
        return None
    return asyncio.get_running_loop().call_later((until - now()) / SECOND, connection.close)


def _page_scheme(socket: WebSocket[Asker, Any, Any]) -> str:
    """The scheme of the page that opens a socket of this scheme."""
    return {"ws": "http", "wss": "https"}.get(socket.scope["scheme"], socket.scope["scheme"])


async def _send(socket: WebSocket[Asker, Any, Any], connection: Connection) -> None:
    """Send queued messages until the connection is to be closed."""
    try:
        while (text := await connection.outgoing.get()) is not None:
            await socket.send_text(text)
            connection.sent(text)
        await socket.close(POLICY if connection.too_fast > PATIENCE else GOING_AWAY)
    except (WebSocketDisconnect, RuntimeError):
        return


async def _receive(socket: WebSocket[Asker, Any, Any], app: LiveApplication, connection: Connection) -> None:
    """Answer messages one after another, until the client disconnects or is disconnected."""
    while True:
        text = await _text(socket)
        if connection.closing:  # a client that does not read may stay connected, but is ignored
            continue
        if not connection.may_speak():
            connection.say(messages.Refused(id=_id(text), code="too_fast", sentence=TOO_FAST))
            if connection.too_fast > PATIENCE:
                connection.close()
                return
            continue
        connection.answering = True
        connection.say(await _answered(app, connection, text, socket.app.state.tracing))
        connection.answering = False
        if connection.finishing:
            connection.close()


async def _text(socket: WebSocket[Asker, Any, Any]) -> str | None:
    """The next message; None if it is not a text."""
    event = await socket.receive()
    if event["type"] == "websocket.receive":
        text = event.get("text")
        return text if isinstance(text, str) else None
    raise WebSocketDisconnect(detail="the client is gone")


def _id(text: str | None) -> str:
    """The id of a message that is refused unread. Parsing is fast even for the longest message."""
    return "" if text is None else messages.id_of(text)


async def _answered(
    app: LiveApplication, connection: Connection, text: str | None, tracing: Tracing
) -> messages.Outgoing:
    """The answer to any message, valid or not."""
    if text is None:
        return messages.Refused(id="", code="malformed", sentence=phrase("server.live.no_text"))
    if len(text.encode(errors="replace")) > messages.MOST_BYTES:
        sentence = phrase("server.live.too_large", count=messages.MOST_BYTES)
        return messages.Refused(id=_id(text), code="too_large", sentence=sentence)
    try:
        message = messages.read(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        sentence = phrase("server.live.unreadable", problem=str(error))
        return messages.Refused(id=_id(text), code="malformed", sentence=sentence)
    try:
        with tracing.message(message):
            return await answer(app, connection, message)
    except Refused as refused:
        return messages.Refused(id=message.id, code=refused.code, sentence=refused.sentence, rule=refused.rule)
    except Unavailable as error:
        log.warning("busy", extra={"cause": error.reason, "asked": type(message).__name__})
        return messages.Refused(id=message.id, code="busy", sentence=error.text)
    except QuincunxError as error:
        return messages.Refused(id=message.id, code="invalid", sentence=problem(error))
    except Exception:
        log.exception(
            "failed", extra={"asked": type(message).__name__, "id": message.id, "account": connection.account}
        )
        return messages.Refused(id=message.id, code="failed", sentence=failed())
