"""How much reading long matches delays others: answer times with and without connections that watch such a match.

    python bench/long.py [--lines 4] [--seconds 10] [--rounds 3]

Nobody else watches the match, so every time it is read from disk and replayed. Both cases alternate in one run.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import tempfile
import time

from load_clients import GAME, LONGEST, OPTIONS, Client, connect_guests, known_line
from load_servers import Server, running_server

PAUSE = 0.01  # seconds between two requests


async def played(client: Client) -> str:
    """Play a long match on one screen."""
    asked = {"game": GAME, "options": OPTIONS, "opponent": {"kind": "hot_seat"}, "clock": {"kind": "none"}}
    made = await client.ask(type="create", visibility="public", **asked)
    match = str(made["match"])
    for position, (_, action) in enumerate(known_line(0), 1):
        command = {"do": "act", "action": action, "position": position}
        await client.ask(type="command", match=match, command=command)
    return match


async def read_again(client: Client, match: str, until: float) -> int:
    """Watch the match and leave it repeatedly; returns how often."""
    count = 0
    while time.perf_counter() < until:
        await client.ask(type="watch", match=match, since=LONGEST)
        await client.ask(type="unwatch", match=match)
        count += 1
    return count


async def p99_of(client: Client, match: str, until: float) -> float:
    """The p99 time of an answer that needs nothing but the event loop."""
    times = []
    while time.perf_counter() < until:
        asked = time.perf_counter()
        await client.ask(type="unwatch", match=match)
        times.append(time.perf_counter() - asked)
        await asyncio.sleep(PAUSE)
    return sorted(times)[int(len(times) * 0.99)]


async def bench(server: Server, lines: int, seconds: float, rounds: int) -> None:
    """Measure alone and beside the readers, alternating."""
    one, *readers = await connect_guests([server.address], 1 + lines)
    match = await played(readers[0])
    ratios = []
    for _ in range(rounds):
        alone = await p99_of(one, match, time.perf_counter() + seconds)
        until = time.perf_counter() + seconds
        reading = asyncio.gather(*(read_again(reader, match, until) for reader in readers))
        beside = await p99_of(one, match, until)
        ratios.append(beside / alone)
        read = sum(await reading)
        told = f"p99 {alone * 1000:.1f} ms alone, {beside * 1000:.1f} ms while {LONGEST} events are read {read} times"
        print(told, flush=True)
    print(f"p99 beside {lines} lines by p99 alone: {statistics.median(ratios):.1f} (median of {rounds})")
    for client in (one, *readers):
        await client.close()


def main() -> None:
    """Start a server and run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lines", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    folder = tempfile.TemporaryDirectory()
    with folder, running_server(f"sqlite:///{folder.name}/long.db") as server:
        asyncio.run(bench(server, given.lines, given.seconds, given.rounds))


if __name__ == "__main__":
    main()
