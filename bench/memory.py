"""The server's memory over a longer run: matches end and start, connections reopen, and memory should not grow.

    python bench/memory.py [--matches 200] [--rate 400] [--minutes 10]

Every match has some moves and is resigned; its players leave it, one of them reconnects, and they start another. So
the same amount is in memory at any time, and growth means a leak.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import tempfile
import time

from load_clients import Client, Game, connect_guests, known_line
from load_servers import Server, running_server

MOVES = 40  # in a match
LOOKS = 40  # memory samples


class Pair:
    """Two clients that play match after match."""

    def __init__(self, players: tuple[Client, Client], seed: int) -> None:
        self._players = players
        self._line = known_line(seed)[:MOVES]
        self.matches = 0
        self.times: list[float] = []

    async def play(self, start: float, pause: float, until: float) -> None:
        """Play match after match, with a move at each interval."""
        first, second = self._players
        while start < until:
            game = Game(self._players, self._line)
            await game.begin()
            await game.play(start, pause, until, self.times)
            await first.ask(type="command", match=game.id, command={"do": "resign"})
            for player in self._players:
                await player.ask(type="unwatch", match=game.id)
            await second.close()
            await second.connect()
            self.matches += 1
            start = time.perf_counter() + pause


async def look(server: Server, pairs: list[Pair], start: float, seconds: float) -> list[float]:
    """Sample the memory this many times, in MB."""
    noted = []
    for number in range(1, LOOKS + 1):
        await asyncio.sleep(max(0.0, start + seconds * number / LOOKS - time.perf_counter()))
        noted.append(server.memory() / 1e6)
        if number % (LOOKS // 10) == 0:
            matches, moves = sum(pair.matches for pair in pairs), sum(len(pair.times) for pair in pairs)
            passed = seconds * number / LOOKS / 60
            print(f"{passed:6.1f} min: {noted[-1]:.1f} MB, {matches} matches, {moves} moves", flush=True)
    return noted


async def bench(server: Server, matches: int, rate: float, seconds: float) -> None:
    """Run all pairs while sampling the memory."""
    clients = await connect_guests([server.address], 2 * matches)
    pairs = [Pair((clients[2 * n], clients[2 * n + 1]), n % 50) for n in range(matches)]
    start, pause = time.perf_counter(), matches / rate
    looking = asyncio.create_task(look(server, pairs, start, seconds))
    plays = [pair.play(start + pause * n / matches, pause, start + seconds) for n, pair in enumerate(pairs)]
    await asyncio.gather(*plays)
    noted = await looking
    early, late = statistics.mean(noted[LOOKS // 4 : LOOKS // 2]), statistics.mean(noted[-LOOKS // 4 :])
    times = sorted(time for pair in pairs for time in pair.times)
    print(f"a move: p50 {times[len(times) // 2] * 1000:.1f} ms, p99 {times[int(len(times) * 0.99)] * 1000:.1f} ms")
    print(f"second quarter {early:.1f} MB, last quarter {late:.1f} MB: {late / early:.3f} times")
    await asyncio.gather(*(client.close() for client in clients))


def main() -> None:
    """Start a server and watch its memory."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--rate", type=float, default=400.0, help="moves a second, in all matches")
    parser.add_argument("--minutes", type=float, default=10.0)
    given = parser.parse_args()
    folder = tempfile.TemporaryDirectory()
    with folder, running_server(f"sqlite:///{folder.name}/memory.db") as server:
        asyncio.run(bench(server, given.matches, given.rate, given.minutes * 60))


if __name__ == "__main__":
    main()
