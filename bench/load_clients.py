"""Clients of the load benchmarks: guests with one connection each, who play prepared moves at a fixed rate."""

from __future__ import annotations

import asyncio
import functools
import json
import random
import time
from collections.abc import Sequence
from typing import TypeVar

import httpx
from websockets.asyncio.client import ClientConnection, connect

import quincunx

GAME, OPTIONS = "cengers", {"repetition": 0, "rounds": 0}  # a random game lasts thousands of moves
LONGEST = 3000
LINES = 50  # different games; the others repeat them
AT_ONCE = 32  # clients that connect at the same time

Line = list[tuple[int, str]]


class Client:
    """One guest's connection to a server, given as host and port."""

    def __init__(self, server: str, cookie: str) -> None:
        self.server = server
        self.cookie = cookie
        self._answers: dict[str, asyncio.Future[dict[str, object]]] = {}
        self._number = 0
        self.paired = asyncio.Event()

    async def connect(self) -> None:
        """Open the connection."""
        self._socket: ClientConnection = await connect(
            f"ws://{self.server}/live",
            additional_headers={"Cookie": self.cookie},
            compression=None,
            ping_interval=None,
            open_timeout=120,
        )
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        async for text in self._socket:
            self.handle(str(text))

    def handle(self, text: str) -> None:
        """Handle a message: answers and pairings are decoded, events are not."""
        if text.startswith(('{"type":"ack"', '{"type":"refused"', '{"type":"goodbye"')):
            message = json.loads(text)
            answer = self._answers.pop(message.get("id", ""), None)
            if answer is not None:
                answer.set_result(message)
        elif text.startswith('{"type":"paired"'):
            self.paired.set()

    async def ask(self, **message: object) -> dict[str, object]:
        """Send a request and wait for its answer; sends it again while the server is busy."""
        self._number += 1
        id = str(self._number)
        while True:
            answer = self._answers[id] = asyncio.get_running_loop().create_future()
            await self._socket.send(json.dumps({"id": id, **message}))
            found = await answer
            if found["type"] == "ack":
                return found
            if found.get("code") != "busy":
                raise RuntimeError(f"refused: {found}")
            await asyncio.sleep(0.1)

    async def close(self) -> None:
        """Close the connection."""
        await self._socket.close()
        await self._reading


AnyClient = TypeVar("AnyClient", bound=Client)


class Game:
    """A running match of two clients who play a prepared sequence of moves."""

    def __init__(self, players: tuple[Client, Client], line: Line, scenes: bool = False) -> None:
        self._players = players
        self._line = line
        self._scenes = scenes
        self._played = 0
        self.id = ""
        self.secret = ""

    async def begin(self) -> None:
        """Create the match by an invitation."""
        first, second = self._players
        made = await first.ask(
            type="create",
            game=GAME,
            options=OPTIONS,
            clock={"kind": "fischer", "seconds": 3600, "increment": 30},
            colour="first",
            opponent={"kind": "invite"},
        )
        self.id, self.secret = str(made["match"]), str(made["secret"])
        await second.ask(type="join", match=self.id, secret=self.secret)
        for player in self._players:
            await player.ask(type="watch", match=self.id, scene=self._scenes)

    async def play(self, start: float, pause: float, until: float, times: list[float]) -> None:
        """Play moves at a fixed interval; adds the time from when each was due until it is acknowledged."""
        due = start
        while due < until and self._played < len(self._line):
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            side, action = self._line[self._played]
            position = 1 if self._played == 0 else self._played + 2  # created, joined, then one version per move
            command = {"do": "act", "action": action, "position": position}
            await self._players[side].ask(type="command", match=self.id, command=command)
            self._played += 1
            times.append(time.perf_counter() - due)
            due += pause


@functools.cache
def known_line(seed: int) -> Line:
    """Random moves, each with the side that plays it."""
    luck, state = random.Random(seed), quincunx.game(GAME, **OPTIONS).start()
    line = []
    while not state.over and len(line) < LONGEST:
        action = luck.choice(state.legal_actions())
        line.append((state.to_move, state.text(action)))
        state.apply(action)
    return line


async def connect_guests(servers: Sequence[str], count: int, kind: type[AnyClient] = Client) -> list[AnyClient]:
    """Connected clients of new guests, each on the next server."""
    few = asyncio.Semaphore(AT_ONCE)

    async def one(number: int) -> AnyClient:
        server = servers[number % len(servers)]
        async with few:
            client = kind(server, await _new_guest(server))
            await client.connect()
        return client

    return await asyncio.gather(*map(one, range(count)))


async def _new_guest(server: str) -> str:
    """The cookie of a new guest."""
    async with httpx.AsyncClient(timeout=120, verify=False) as http:  # the list of certificates takes long to read
        made = await http.post(f"http://{server}/api/guest")
    made.raise_for_status()
    return f"quincunx={made.cookies['quincunx']}"


async def begin_games(clients: Sequence[Client], scenes: bool = False) -> list[Game]:
    """Matches between neighbours, one for each pair; with scenes, they ask for what a browser asks for."""
    few = asyncio.Semaphore(AT_ONCE)
    pairs = zip(clients[::2], clients[1::2], strict=True)
    games = [Game(pair, known_line(number % LINES), scenes) for number, pair in enumerate(pairs)]

    async def begin(game: Game) -> None:
        async with few:
            await game.begin()

    await asyncio.gather(*map(begin, games))
    return games


async def play_at(games: Sequence[Game], rate: float, seconds: float) -> tuple[list[float], float]:
    """Play that many moves a second over all matches; the sorted times until acknowledged, and how long it took."""
    times: list[float] = []
    pause = len(games) / rate
    start = time.perf_counter() + 0.5
    plays = [game.play(start + pause * n / len(games), pause, start + seconds, times) for n, game in enumerate(games)]
    await asyncio.gather(*plays)
    return sorted(times), time.perf_counter() - start
