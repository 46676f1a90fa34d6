"""What analysis does to play: the times of moves in running matches, without it and with it, by turns in one run.

    python bench/analysis.py [--matches 200] [--seconds 10] [--rounds 5] [--lookers 4]

In every second round some people look at positions all the time, as many as can be. What counts is the
ratio of the p99 in neighbouring rounds: the machine may have other things to do, but in both alike.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import tempfile

from load import Client, Game, Server, guests, known_line, measure, running

STUDY = {"game": "hnefatafl"}
MINUTE = 60


async def look(lookers: list[Client]) -> None:
    """Everybody looks at a position."""
    for client in lookers:
        await client.ask(type="analyse", study=STUDY, lines=5, seconds=MINUTE)


async def rest(lookers: list[Client]) -> None:
    """Nobody does any more."""
    for client in lookers:
        await client.ask(type="halt")


async def bench(server: Server, matches: int, seconds: float, rounds: int, lookers: int) -> None:
    """Rounds of play, every second one with analysis beside it."""
    cookies = await guests(server, 2 * matches + lookers)
    clients = [Client(server, cookie) for cookie in cookies]
    for client in clients:
        await client.come()
    lookers_in = clients[2 * matches :]
    games = [Game((clients[2 * n], clients[2 * n + 1]), known_line(n % 50)) for n in range(matches)]
    for game in games:
        await game.begin()
    await measure(server, games, float(matches), seconds / 2)  # warm
    ratios = []
    for _ in range(rounds):
        alone, _ = await measure(server, games, float(matches), seconds)
        await look(lookers_in)
        beside, _ = await measure(server, games, float(matches), seconds)
        await rest(lookers_in)
        ratios.append(beside / alone)
    told = ", ".join(f"{ratio:.2f}" for ratio in ratios)
    print(f"p99 with {lookers} who look at positions, by p99 without: median {statistics.median(ratios):.2f} ({told})")
    await asyncio.gather(*(client.go() for client in clients))


def main() -> None:
    """Start a server and let people play and look."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--lookers", type=int, default=4)
    asked = parser.parse_args()
    folder = tempfile.TemporaryDirectory()
    with folder, running(f"sqlite:///{folder.name}/load.db") as server:
        asyncio.run(bench(server, asked.matches, asked.seconds, asked.rounds, asked.lookers))


if __name__ == "__main__":
    main()
