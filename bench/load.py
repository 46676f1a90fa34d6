"""The server under load: connections in running matches, each with a move a second, then faster until it saturates.

    python bench/load.py [--matches 1000] [--seconds 20] [--database URL]

This process runs the clients; the server is a separate process on the same machine. The time of a move is counted from
when it was due, not from when this process sent it, so a slow server cannot hide behind its own slowness.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
from websockets.asyncio.client import ClientConnection, connect

import quincunx

GAME, OPTIONS = "cengers", {"repetition": 0, "rounds": 0}  # a random game lasts thousands of moves
LONGEST = 3000
WANTED_P99 = 0.150
WANTED_BYTES = 60_000  # bytes of memory per connection
STEP = 1.25  # factor from one rate to the next, until the server saturates
SETTINGS = {
    "QUINCUNX_ACCOUNTS_PER_HOUR": "1000000000",
    "QUINCUNX_CONNECTIONS": "100000",
    "QUINCUNX_CONNECTIONS_AN_ADDRESS": "100000",
    "QUINCUNX_MESSAGES_A_SECOND": "1000",
    "QUINCUNX_PORT": "0",
}


class Server:
    """The server process."""

    def __init__(self, process: subprocess.Popen[str], port: int) -> None:
        self.process = process
        self.address = f"127.0.0.1:{port}"

    def memory(self) -> int:
        """Its resident memory, in bytes."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")

    def collections(self) -> int:
        """The number of full garbage collections so far."""
        text = httpx.get(f"http://{self.address}/metrics", timeout=120).text
        line = next(line for line in text.splitlines() if line.startswith("quincunx_full_collections"))
        return int(float(line.split()[1]))

    def seconds(self) -> float:
        """The processor time it has used."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def running(database: str) -> Iterator[Server]:
    """Run a server until the end of the block; its log goes to a file beside the database's folder."""
    command = [sys.executable, "-m", "quincunx", "serve", "--database", database]
    process = subprocess.Popen(command, env=os.environ | SETTINGS, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    port = next((line["port"] for line in map(json.loads, process.stderr) if line["what"] == "listening"), None)
    if port is None:
        raise SystemExit("the server did not start")
    drain = subprocess.Popen(["grep", '"level": "error"'], stdin=process.stderr)
    try:
        yield Server(process, port)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait()
        drain.wait()


class Client:
    """One guest's connection."""

    def __init__(self, server: Server, cookie: str) -> None:
        self._server = server
        self._cookie = cookie
        self._answers: dict[str, asyncio.Future[dict[str, object]]] = {}
        self._number = 0

    async def come(self) -> None:
        """Connect."""
        self._socket: ClientConnection = await connect(
            f"ws://{self._server.address}/live",
            additional_headers={"Cookie": self._cookie},
            compression=None,
            ping_interval=None,
            open_timeout=120,
        )
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        async for text in self._socket:
            self.hear(str(text))
            if str(text).startswith(('{"type":"ack"', '{"type":"refused"', '{"type":"goodbye"')):
                message = json.loads(text)
                answer = self._answers.pop(message.get("id", ""), None)
                if answer is not None:
                    answer.set_result(message)

    def hear(self, text: str) -> None:
        """Handle a message; ignored here."""

    async def ask(self, **message: object) -> dict[str, object]:
        """Send a message and wait for its answer."""
        self._number += 1
        id = str(self._number)
        answer = self._answers[id] = asyncio.get_running_loop().create_future()
        await self._socket.send(json.dumps({"id": id, **message}))
        found = await answer
        if found["type"] != "ack":
            raise RuntimeError(f"refused: {found}")
        return found

    async def go(self) -> None:
        """Disconnect."""
        await self._socket.close()
        await self._reading


class Game:
    """A running match of two clients who play a prepared sequence of moves."""

    def __init__(self, players: tuple[Client, Client], line: list[tuple[int, str]]) -> None:
        self._players = players
        self._line = line
        self._played = 0
        self.id = ""

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
        self.id = str(made["match"])
        await second.ask(type="join", match=self.id, secret=made["secret"])
        for player in self._players:
            await player.ask(type="watch", match=self.id)

    async def play(self, start: float, pause: float, until: float, times: list[float]) -> None:
        """Play moves at a fixed interval; returns the time until each is acknowledged."""
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


def known_line(seed: int) -> list[tuple[int, str]]:
    """Random moves, each with the side that plays it."""
    luck, state = random.Random(seed), quincunx.game(GAME, **OPTIONS).start()
    line = []
    while not state.over and len(line) < LONGEST:
        action = luck.choice(state.legal_actions())
        line.append((state.to_move, state.text(action)))
        state.apply(action)
    return line


async def guests(server: Server, count: int) -> list[str]:
    """Cookies of new guests."""
    async with httpx.AsyncClient(base_url=f"http://{server.address}", timeout=120) as client:
        cookies = []
        for _ in range(count):
            client.cookies.clear()
            made = await client.post("/api/guest")
            cookies.append(f"quincunx={made.cookies['quincunx']}")
        return cookies


async def measure(server: Server, games: list[Game], rate: float, seconds: float) -> tuple[float, bool]:
    """Play at a rate of moves per second over all matches; prints and returns p99 and whether the server kept up."""
    times: list[float] = []
    pause, full = len(games) / rate, server.collections()
    start = time.perf_counter() + 0.5
    used, mine = server.seconds(), time.process_time()
    plays = [game.play(start + pause * n / len(games), pause, start + seconds, times) for n, game in enumerate(games)]
    await asyncio.gather(*plays)
    took = time.perf_counter() - start
    used, mine = (server.seconds() - used) / took, (time.process_time() - mine) / took
    times.sort()
    p50, p99 = times[len(times) // 2], times[int(len(times) * 0.99)]
    done = len(times) / took
    acknowledged = f"p50 {p50 * 1000:6.1f} ms, p99 {p99 * 1000:6.1f} ms, max {times[-1] * 1000:6.1f} ms"
    processors = f"server {used:.0%}, clients {mine:.0%}; {server.collections() - full} full collections"
    print(f"{rate:7.0f} moves/s asked, {done:7.0f} done: {acknowledged}; processor: {processors}", flush=True)
    return p99, done > 0.9 * rate


async def bench(server: Server, matches: int, seconds: float) -> None:
    """Connect all clients, play at one move a second, then faster until the server saturates."""
    cookies = await guests(server, 2 * matches)
    base = server.memory()
    clients = [Client(server, cookie) for cookie in cookies]
    for client in clients:
        await client.come()
    connected = server.memory()
    games = [Game((clients[2 * n], clients[2 * n + 1]), known_line(n % 50)) for n in range(matches)]
    for game in games:
        await game.begin()
    each = (server.memory() - base) / len(clients)
    print(f"{len(clients)} connections in {matches} matches on {os.cpu_count()} processors")
    print(f"memory: base {base / 1e6:.0f} MB, {(connected - base) / len(clients) / 1000:.0f} KB a connection,")
    print(f"        {each / 1000:.0f} KB with its half of a match (wanted: under {WANTED_BYTES // 1000})")
    rate = float(matches)
    p99, kept_up = await measure(server, games, rate, seconds)
    print(f"wanted: p99 under {WANTED_P99 * 1000:.0f} ms at {rate:.0f} moves/s: {'yes' if p99 < WANTED_P99 else 'NO'}")
    while kept_up and p99 < WANTED_P99:
        rate *= STEP
        p99, kept_up = await measure(server, games, rate, seconds / 2)
    await asyncio.gather(*(client.go() for client in clients))


def main() -> None:
    """Start a server and load it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--database", help="default: a SQLite file in a temporary folder")
    arguments = parser.parse_args()
    folder = tempfile.TemporaryDirectory()
    with folder, running(arguments.database or f"sqlite:///{folder.name}/load.db") as server:
        asyncio.run(bench(server, arguments.matches, arguments.seconds))


if __name__ == "__main__":
    main()
