"""One client's connection: a client that does not read is disconnected, and one that sends too fast is throttled."""

from __future__ import annotations

import asyncio
import json
from types import SimpleNamespace
from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect
from litestar.types import WebSocketReceiveMessage
from uvicorn.protocols.utils import ClientDisconnected

from quincunx.protocol.messages import Goodbye, Paired, Pong
from quincunx.server.handshakes import TRY_AGAIN, Handshake, note_error
from quincunx.server.live import connection
from quincunx.server.live.connection import BURST, MOST_WAITING, Connection
from quincunx.server.live.send_buffers import MOST_A_LINE, SendBuffers
from quincunx.server.live.socket import _receive


def waiting(line: Connection) -> list[str | None]:
    """The messages on their way to the client."""
    return [line.outgoing.get_nowait() for _ in range(line.outgoing.qsize())]


def test_a_client_that_does_not_read_is_told_to_come_back() -> None:
    async def story() -> None:
        line = Connection(None, False, 20)
        for number in range(MOST_WAITING + 10):
            line.say(Pong(id=str(number), time=0))
        goodbye, end = waiting(line)
        assert json.loads(goodbye or "")["reason"] == "too_slow"
        assert end is None

    asyncio.run(story())


def test_bytes_count_and_a_single_large_message_is_sent() -> None:
    async def story() -> None:
        line = Connection(None, False, 20)
        line.send("x" * (2 * MOST_A_LINE))
        assert not line.too_slow
        line.send("y")
        assert line.too_slow
        assert len(waiting(line)) == 2

    asyncio.run(story())


def test_what_is_being_sent_waits_still_and_what_is_gone_does_not() -> None:
    async def story() -> None:
        buffers = SendBuffers()
        line = Connection(None, False, 20, "192.0.2.1", buffers)
        line.send("äx")
        assert (line.waiting, buffers.total) == (3, 3)
        line.sent(await line.outgoing.get() or "")
        assert (line.waiting, buffers.total) == (0, 0)
        line.send("x")
        line.leave()
        line.send("x")
        assert buffers.total == 0

    asyncio.run(story())


@pytest.mark.parametrize(("most", "elsewhere"), [("MOST_A_NETWORK", False), ("MOST_OF_ALL", True)])
def test_the_slowest_line_makes_room(monkeypatch: pytest.MonkeyPatch, most: str, elsewhere: bool) -> None:
    """The slowest of its network, or of all connections; never just the one that receives the next message."""

    async def story() -> None:
        monkeypatch.setattr(f"quincunx.server.live.send_buffers.{most}", 1000)
        gone: list[str] = []
        buffers = SendBuffers(gone.append)
        slow, slower, other = (
            Connection(None, False, 20, network, buffers)
            for network in ("192.0.2.1", "192.0.2.2" if elsewhere else "192.0.2.1", "192.0.2.3")
        )
        slow.send("x" * 100)
        slower.send("x" * 700)
        other.send("x" * 50)
        slow.send("x" * 250)
        assert [line.too_slow for line in (slow, slower, other)] == [False, True, False]
        assert gone == [slower.network]
        assert buffers.total < 1000
        slow.send("x" * 700)
        assert [line.too_slow for line in (slow, slower, other)] == [True, True, False]

    asyncio.run(story())


def test_a_goodbye_pushes_nobody_else_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Messages being sent cannot be dropped: the total may still exceed the limit without the slowest one."""

    async def story() -> None:
        monkeypatch.setattr("quincunx.server.live.send_buffers.MOST_A_NETWORK", 1000)
        buffers = SendBuffers()
        lines = [Connection(None, False, 20, "192.0.2.1", buffers) for _ in range(5)]
        for line in lines:
            line.send("x" * 195)
            await line.outgoing.get()
        lines[0].send("x" * 195)
        assert sum(line.too_slow for line in lines) == 1

    asyncio.run(story())


def test_who_is_being_answered_gets_the_answer_before_the_end() -> None:
    async def story() -> None:
        line = Connection(None, False, 20)
        line.answering = True
        line.finish(Goodbye(reason="stopping", after=1))
        assert None not in waiting(line)
        line.say(Pong(id="a", time=0))
        line.close()
        assert len(waiting(line)) == 2

    asyncio.run(story())


def test_messages_come_in_bursts_but_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        now = 100.0
        monkeypatch.setattr(connection.time, "monotonic", lambda: now)
        line = Connection(None, False, 10)
        assert [line.may_speak() for _ in range(int(10 * BURST) + 2)].count(False) == 2
        now += 1.0
        assert [line.may_speak() for _ in range(12)].count(True) == 10
        assert line.too_fast == 4

    asyncio.run(story())


def test_a_line_that_is_closed_is_not_heard_any_more() -> None:
    """A client that is logged out and does not read keeps the connection open, but its messages are ignored."""

    async def story() -> None:
        line = Connection(None, False, 20)
        sent = iter(({"type": "websocket.receive", "text": '{"type": "ping", "id": "a"}'}, {"type": "gone"}))

        class Socket:
            async def receive(self) -> dict[str, str]:
                return next(sent)

        app: Any = SimpleNamespace(now=lambda: 0)
        socket: Any = Socket()
        line.close()
        with pytest.raises(WebSocketDisconnect):
            await _receive(socket, app, line)
        assert waiting(line) == [None]

    asyncio.run(story())


def test_closing_ends_a_line_also_when_much_waits() -> None:
    async def story() -> None:
        line = Connection(None, False, 20)
        for number in range(MOST_WAITING):
            line.say(Pong(id=str(number), time=0))
        line.close()
        assert waiting(line)[-1] is None

    asyncio.run(story())


def test_a_match_that_has_begun_is_announced_once() -> None:
    async def story() -> None:
        line = Connection(None, True, 20)
        for match in ("a", "b", "a", "b"):
            line.say(Paired(match=match))
        assert [json.loads(text or "")["match"] for text in waiting(line)] == ["a", "b"]

    asyncio.run(story())


def test_a_refusal_whose_client_is_gone_is_not_an_error() -> None:
    async def receive() -> WebSocketReceiveMessage:
        raise AssertionError("nobody is there")

    async def send(message: object) -> None:
        raise ClientDisconnected

    scope: Any = {"type": "websocket", "extensions": {"websocket.http.response": {}}, "state": {}}
    refusing = Handshake(scope, receive, send)
    asyncio.run(refusing.send({"type": "websocket.close", "code": TRY_AGAIN, "reason": "stopping"}))
    asyncio.run(note_error(ClientDisconnected(), scope))
    assert scope["state"] == {}
