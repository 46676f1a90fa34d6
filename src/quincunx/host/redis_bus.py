"""The bus over Redis: one long-lived connection that publishes, and one that is subscribed.

Built on redis-py's connections rather than on its `PubSub`, which silently reconnects by itself: followers could not be
told that they missed something.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import islice

from redis.asyncio import BlockingConnectionPool, ConnectionPool, Redis
from redis.asyncio.connection import AbstractConnection
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from quincunx.host.bus import Bus, OnHint, OnMissed
from quincunx.host.cancellation import cancel_all

log = logging.getLogger("quincunx.host")

PREFIX = "quincunx:"  # of all channels and keys
PATIENCE = 3.0  # seconds for Redis to answer or to accept a connection
PING_EVERY = 2.0  # seconds without a message, after which the subscribed connection is checked
AGAIN_AFTER = 0.5  # seconds until the next attempt to connect
MOST_WAITING = 10_000  # hints that wait for Redis; the oldest are dropped, and their news is found in the database
AT_ONCE = 500  # hints in one round trip, or topics in one command
ID_LENGTH = 8  # length of the process's id, which precedes each hint so that a process ignores its own

FAULTS = (RedisError, OSError, TimeoutError)


class RedisBus(Bus):
    """A bus over Redis, or any server that speaks its protocol."""

    def __init__(self, url: str) -> None:
        super().__init__()
        self.own = secrets.token_hex(ID_LENGTH // 2)
        self.client = Redis(connection_pool=_pool(url, 4))  # for keys: presence and limits
        self._publisher = Redis(connection_pool=_pool(url, 1))
        self._subscribers = ConnectionPool.from_url(url, **_OPTIONS)
        self._waiting: dict[tuple[str, bytes], None] = {}
        self._followed = set[str]()  # topics whose subscription Redis has confirmed
        self._publish = asyncio.Event()
        self._changed = asyncio.Event()
        self._publishes = self._listens = False
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def is_shared(self) -> bool:
        return True

    @property
    def is_connected(self) -> bool:
        return self._publishes and self._listens

    def publish(self, topic: str, hint: bytes) -> None:
        self._waiting.pop((topic, hint), None)
        self._waiting[topic, hint] = None
        if len(self._waiting) > MOST_WAITING:
            del self._waiting[next(iter(self._waiting))]
        self._publish.set()

    def follow(self, topic: str, on_hint: OnHint, on_missed: OnMissed) -> Callable[[], None]:
        stop = super().follow(topic, on_hint, on_missed)
        self._changed.set()
        if topic in self._followed:
            asyncio.get_running_loop().call_soon(on_missed)

        def unfollow() -> None:
            stop()
            self._changed.set()

        return unfollow

    async def start(self) -> None:
        self._tasks = [asyncio.create_task(self._keep_publishing()), asyncio.create_task(self._keep_listening())]

    async def stop(self) -> None:
        with suppress(*FAULTS):
            async with asyncio.timeout(PATIENCE):
                await self._send_waiting()
        await cancel_all(self._tasks)
        with suppress(*FAULTS):
            await self.client.aclose(close_connection_pool=True)
            await self._publisher.aclose(close_connection_pool=True)

    # -- publishing --

    async def _keep_publishing(self) -> None:
        while True:
            try:
                async with asyncio.timeout(PATIENCE):
                    await self._send_waiting()
                    await self._publisher.ping()
                self._note(publishes=True)
            except FAULTS as error:
                self._note(publishes=False, error=error)
                await asyncio.sleep(AGAIN_AFTER)
                continue
            with suppress(TimeoutError):
                async with asyncio.timeout(PING_EVERY):
                    await self._publish.wait()

    async def _send_waiting(self) -> None:
        """Send all waiting hints; those that could not be sent keep waiting."""
        self._publish.clear()
        while some := list(islice(self._waiting, AT_ONCE)):
            pipeline = self._publisher.pipeline(transaction=False)
            for topic, hint in some:
                pipeline.publish(PREFIX + topic, self.own.encode() + hint)
            await pipeline.execute()
            for sent in some:
                self._waiting.pop(sent, None)

    # -- listening --

    async def _keep_listening(self) -> None:
        while True:
            connection: AbstractConnection = self._subscribers.make_connection()  # type: ignore[no-untyped-call]
            try:
                await self._listen(connection)
            except FAULTS as error:
                self._note(listens=False, error=error)
            finally:
                await connection.disconnect(nowait=True)
            await asyncio.sleep(AGAIN_AFTER)

    async def _listen(self, connection: AbstractConnection) -> None:
        """Subscribe, and pass on hints until the connection is lost."""
        await connection.connect()  # type: ignore[no-untyped-call]
        await connection.send_command("PING", check_health=False)
        subscribing = asyncio.create_task(self._keep_subscribed(connection))
        heard = time.monotonic()
        try:
            while True:
                answer = await connection.read_response(True, PING_EVERY, disconnect_on_error=False)
                if answer is not None:
                    heard = time.monotonic()
                    self._note(listens=True)
                    self._handle(answer)
                elif time.monotonic() - heard > PATIENCE + PING_EVERY:
                    raise TimeoutError("no answer")
                else:
                    await connection.send_command("PING", check_health=False)
                if subscribing.done():
                    await subscribing
        finally:
            self._followed.clear()
            await cancel_all([subscribing])

    async def _keep_subscribed(self, connection: AbstractConnection) -> None:
        """Stay subscribed to exactly the topics that are followed."""
        known = set[str]()
        while True:
            self._changed.clear()
            wanted = self.followers.topics()
            new, old, known = wanted - known, known - wanted, wanted
            self._followed -= old
            for command, topics in (("SUBSCRIBE", new), ("UNSUBSCRIBE", old)):
                for some in _pages(sorted(topics)):
                    await connection.send_command(command, *(PREFIX + topic for topic in some), check_health=False)
            await self._changed.wait()

    def _handle(self, answer: object) -> None:
        """Handle a response of Redis: a hint, or the confirmation of a subscription."""
        match answer:
            case [b"message", bytes(channel), bytes(text)]:
                if text[:ID_LENGTH] != self.own.encode():
                    self.followers.hint(_topic(channel), text[ID_LENGTH:])
            case [b"subscribe", bytes(channel), _]:
                self._followed.add(_topic(channel))
                self.followers.missed(_topic(channel))

    def _note(
        self, *, publishes: bool | None = None, listens: bool | None = None, error: BaseException | None = None
    ) -> None:
        before = self.is_connected
        self._publishes = self._publishes if publishes is None else publishes
        self._listens = self._listens if listens is None else listens
        if self.is_connected != before:
            if error is None:
                log.info("bus connected")
            else:
                log.warning("bus lost", extra={"reason": f"{type(error).__name__}: {error}"})
            for tell in self.on_connected:
                tell(self.is_connected)


# redis-py must not retry by itself: a lost connection is noticed here, and followers are notified
_OPTIONS = {
    "socket_connect_timeout": PATIENCE,
    "socket_timeout": PATIENCE,
    "socket_keepalive": True,
    "retry": Retry(NoBackoff(), 0),
    "protocol": 2,
}


def _pool(url: str, connections: int) -> BlockingConnectionPool:
    return BlockingConnectionPool.from_url(url, max_connections=connections, timeout=PATIENCE, **_OPTIONS)


def _topic(channel: bytes) -> str:
    return channel.decode().removeprefix(PREFIX)


def _pages(topics: list[str]) -> Iterator[list[str]]:
    for first in range(0, len(topics), AT_ONCE):
        yield topics[first : first + AT_ONCE]
