"""Real WebSocket clients for tests: a person with a socket, who records all messages and waits for expected ones."""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from quincunx.play.events import AnyEvent, read_event
from quincunx.play.match import Match
from servers import DEADLINE, Server

Message = dict[str, Any]

STORY = 2 * DEADLINE  # seconds for a whole story: only one that hangs takes this long
LONG_STORY = 3 * STORY  # for a story of many matches

NUMBERS = itertools.count()


class Player:
    """A client: sends messages, applies the received events to matches, and resumes after a reconnect."""

    options: Mapping[str, Any] = {}  # for the connection

    def __init__(self, server: Server, client: httpx.Client | None, name: str = "") -> None:
        self.server = server
        self.client = client
        self.name = name
        self.account = ""
        self.logs: dict[str, list[str]] = {}  # the events of each match, as received
        self._matches: dict[str, Match] = {}
        self.told: list[Message] = []  # every message that the test has not asked for yet
        self.heard: list[Message] = []  # every message
        self.socket: ClientConnection | None = None
        self._answers: dict[str, asyncio.Future[Message]] = {}
        self._changed = asyncio.Event()
        self._reading: asyncio.Task[None] | None = None

    # -- connecting --

    async def come(self, **headers: str) -> Player:
        """Connect, and watch the same matches as before."""
        cookies = "; ".join(f"{key}={value}" for key, value in self.client.cookies.items()) if self.client else ""
        sent = ({"Cookie": cookies} if cookies else {}) | headers
        url = self.server.url.replace("http", "ws") + "/live"
        self.socket = await connect(
            url, additional_headers=sent, open_timeout=DEADLINE, compression=None, **self.options
        )
        self._reading = asyncio.create_task(self._read(self.socket))
        welcome = await self.hears("welcome")
        self.account, self.name = welcome.get("account", ""), welcome.get("name", "")
        for match in self.logs:
            await self.watches(match)
        return self

    async def watches(self, match: str) -> None:
        """Watch a match from the last known version on, page by page."""
        more = True
        while more:
            heard = len(self.heard)
            await self.asks("watch", match=match, since=len(self.logs.get(match, ())))
            more = any(message.get("more") for message in self.heard[heard:] if message.get("match") == match)

    async def go(self) -> None:
        """Disconnect."""
        if self.socket is not None and self._reading is not None:
            await self.socket.close()
            await self._reading

    async def _read(self, socket: ClientConnection) -> None:
        try:
            async for text in socket:
                self._take(json.loads(text))
        except ConnectionClosed:
            pass
        for answer in self._answers.values():
            if not answer.done():
                answer.set_exception(ConnectionError("the line is down"))
        self._answers.clear()
        self._changed.set()

    def _take(self, message: Message) -> None:
        if message["type"] == "events":
            log = self.logs.setdefault(message["match"], [])
            for version, event in enumerate(message["events"], message["first"]):
                assert version <= len(log) + 1, f"a gap before version {version}"
                if version == len(log) + 1:
                    log.append(json.dumps(event))
                    self._follow(message["match"], read_event(log[-1].encode()))
                else:
                    assert json.loads(log[version - 1]) == event, "told twice, and not the same"
        answer = self._answers.pop(message.get("id", ""), None)
        if answer is not None and not answer.done():
            answer.set_result(message)
        self.told.append(message)
        self.heard.append(message)
        self._changed.set()

    def _follow(self, id: str, event: AnyEvent) -> None:
        if id in self._matches:
            self._matches[id].apply(event)
        else:
            self._matches[id] = Match.from_events([event])

    def another_tab(self) -> Player:
        """A second browser tab of the same person."""
        return Player(self.server, self.client, self.name)

    async def ends(self) -> None:
        """Wait until the server has closed the connection."""
        assert self._reading is not None
        await asyncio.wait_for(self._reading, DEADLINE)

    # -- asking --

    def new_id(self) -> str:
        """A new id: creating a match with an old id returns the old match."""
        return f"{self.name}-{next(NUMBERS)}"

    async def asks(self, type: str, id: str = "", **fields: Any) -> Message:
        """Send a message, and wait for its answer."""
        id = id or self.new_id()
        answer = self._answers[id] = asyncio.get_running_loop().create_future()
        await self.sends(json.dumps({"type": type, "id": id, **fields}))
        return await asyncio.wait_for(answer, DEADLINE)

    async def sends(self, text: str | bytes) -> None:
        """Send the text unchanged."""
        assert self.socket is not None
        try:
            await self.socket.send(text)
        except ConnectionClosed as error:
            raise ConnectionError("the line is down") from error

    async def asks_of(self, match: str, do: str, id: str = "", **fields: Any) -> Message:
        """Send a command for a match."""
        return await self.asks("command", id, match=match, command={"do": do, **fields})

    async def plays(self, match: str, action: str, id: str = "") -> Message:
        """Play an action in the position as received so far."""
        return await self.asks_of(match, "act", id, action=action, position=self.match(match).position)

    async def does(self, type: str, **fields: Any) -> Message:
        """Send a request that must not be refused."""
        answer = await self.asks(type, **fields)
        assert answer["type"] in ("ack", "pong"), answer
        return answer

    # -- received so far --

    def match(self, id: str) -> Match:
        """The match as received so far."""
        return self._matches[id]

    def events(self, id: str) -> list[AnyEvent]:
        """The events of a match received so far."""
        return [read_event(text.encode()) for text in self.logs[id]]

    async def until(self, holds: Callable[[], object]) -> None:
        """Wait until a condition on the received messages holds."""

        async def wait() -> None:
            while not holds():
                self._changed.clear()
                await self._changed.wait()

        await asyncio.wait_for(wait(), DEADLINE)

    async def hears(self, type: str, **fields: Any) -> Message:
        """Wait for a new message of that type with these fields."""
        found: list[Message] = []

        def heard() -> bool:
            found[:] = [
                message
                for message in self.told
                if message["type"] == type and all(message.get(name) == value for name, value in fields.items())
            ]
            return bool(found)

        await self.until(heard)
        self.told.remove(found[0])
        return found[0]

    async def sees(self, match: str, version: int) -> None:
        """Wait until a version of a match has been received."""
        await self.until(lambda: len(self.logs.get(match, [])) >= version)

    async def sees_status(self, match: str, status: str) -> None:
        """Wait until a match is open, running, finished or aborted."""
        await self.until(lambda: match in self.logs and self.match(match).status == status)


def guest(server: Server) -> Player:
    """A client with a guest account."""
    return Player(server, server.guest())


def member(server: Server, name: str) -> Player:
    """A client with a member account."""
    return Player(server, server.member(name), name)


def stranger(server: Server) -> Player:
    """A client that is not logged in."""
    return Player(server, None)


def play_through(story: Callable[[], Awaitable[None]], seconds: float = STORY) -> None:
    """Run an asynchronous story; fail with the place where it waits if it has not ended after so many seconds."""

    async def run() -> None:
        async with asyncio.timeout(seconds):
            await story()

    asyncio.run(run())


UNTIMED = {"kind": "none"}
MINUTE = {"kind": "fischer", "seconds": 60, "increment": 0}


async def begun(
    ann: Player, bob: Player, game: str = "cengers", clock: Message = UNTIMED, **fields: Any
) -> tuple[str, list[Player]]:
    """A match by invite link that both watch; its players by side."""
    made = await ann.does(
        "create", game=game, clock=clock, opponent={"kind": "invite"}, **({"colour": "first"} | fields)
    )
    id, secret = made["match"], made["secret"]
    await ann.does("watch", match=id)
    await bob.does("join", match=id, secret=secret)
    await bob.does("watch", match=id)
    await ann.sees_status(id, "running")
    return id, [ann, bob] if ann.match(id).sides_of(ann.account) == (0,) else [bob, ann]
