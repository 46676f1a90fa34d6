"""How long a bot takes to answer while others play many games against the strongest one.

    python bench/bots.py [--level 1] [--guests 3] [--games 20] [--seconds 30]

One guest first plays the level alone, then beside the others, in one run. Every guest plays the same move and takes it
back repeatedly, so every answer is to the same position.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import tempfile
import time
from collections.abc import Callable

from load_clients import Client, connect_guests
from load_servers import Server, running_server

GAME, MOVE = "cengers", "f3-e3"
STRONGEST = 8


class Visitor(Client):
    """A guest who follows the state of their matches."""

    def __init__(self, server: str, cookie: str) -> None:
        super().__init__(server, cookie)
        self.stands: dict[str, tuple[int, int]] = {}  # by match: the position, and the side to move
        self._told: dict[str, asyncio.Event] = {}

    def handle(self, text: str) -> None:
        """Record the state of a match."""
        super().handle(text)
        if text.startswith('{"type":"events"'):
            message = json.loads(text)
            self.stands[message["match"]] = message["position"], message["to_move"]
            self._told.setdefault(message["match"], asyncio.Event()).set()

    async def begin(self, level: int) -> str:
        """Start a match against a bot."""
        opponent = {"kind": "bot", "level": level}
        made = await self.ask(type="create", game=GAME, colour="first", clock={"kind": "none"}, opponent=opponent)
        id = str(made["match"])
        await self.ask(type="watch", match=id)
        return id

    async def exchange(self, id: str) -> float:
        """Move, wait for the bot's answer, and take both back; returns how long the answer took."""
        asked = time.perf_counter()
        await self._do(id, do="act", action=MOVE, position=self.stands[id][0])
        await self._until(id, lambda: self.stands[id][1] == 0)
        waited = time.perf_counter() - asked
        await self._do(id, do="offer", offer="takeback")
        return waited

    async def _do(self, id: str, **command: object) -> None:
        answer = await self.ask(type="command", match=id, command=command)
        await self._until(id, lambda: self.stands[id][0] >= int(str(answer["last"])))

    async def _until(self, id: str, holds: Callable[[], bool]) -> None:
        while not holds():
            self._told[id].clear()
            await self._told[id].wait()


async def play(visitor: Visitor, id: str, until: float) -> list[float]:
    """Play exchanges one after another."""
    waits = []
    while time.perf_counter() < until:
        waits.append(await visitor.exchange(id))
    return waits


def told(waits: list[float]) -> str:
    """The median and the longest."""
    return f"{len(waits)} answers, median {statistics.median(waits):.3f} s, longest {max(waits):.3f} s"


async def bench(server: Server, level: int, count: int, games: int, seconds: float) -> None:
    """Measure alone, then beside the others."""
    one, *others = await connect_guests([server.address], count + 1, Visitor)
    mine = await one.begin(level)
    alone = await play(one, mine, time.perf_counter() + seconds / 3)
    print(f"level {level} alone: {told(alone)}", flush=True)
    theirs = [(other, await other.begin(STRONGEST)) for other in others for _ in range(games)]
    until = time.perf_counter() + seconds
    plays = [asyncio.create_task(play(other, id, until)) for other, id in theirs]
    await asyncio.sleep(1.0)
    beside = await play(one, mine, until)
    print(f"beside {count} guests with {games} games against level {STRONGEST} each: {told(beside)}")
    print(f"median by median: {statistics.median(beside) / statistics.median(alone):.1f}")
    for task in plays:
        task.cancel()
    await asyncio.gather(*plays, return_exceptions=True)
    for visitor in (one, *others):
        await visitor.close()


def main() -> None:
    """Start a server and run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--level", type=int, default=1)
    parser.add_argument("--guests", type=int, default=3)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=30.0)
    given = parser.parse_args()
    folder = tempfile.TemporaryDirectory()
    with folder, running_server(f"sqlite:///{folder.name}/bots.db") as server:
        asyncio.run(bench(server, given.level, given.guests, given.games, given.seconds))


if __name__ == "__main__":
    main()
