"""The server under load: connections in running matches, each with a move a second, then faster until it saturates.

    python bench/load.py [--matches 1000] [--seconds 20] [--database URL]
    python bench/load.py --cluster          1, 2 and 3 servers on one PostgreSQL and one Redis

This process runs the clients; the servers are separate processes on the same machine. The time of a move is counted
from when it was due, not from when this process sent it, so a slow server cannot hide behind its own slowness.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import tempfile
import time

import cluster
from load_clients import Game, begin_games, connect_guests, play_at
from load_servers import Server, running_server

WANTED_P99 = 0.150
WANTED_BYTES = 60_000  # bytes of memory per connection
STEP = 1.25  # factor from one rate to the next, until the server saturates
COLLECTIONS = "quincunx_full_collections"


async def measure(server: Server, games: list[Game], rate: float, seconds: float) -> tuple[float, bool]:
    """Play at a rate of moves per second over all matches; prints and returns p99 and whether the server kept up."""
    full, used, mine = server.metric(COLLECTIONS), server.seconds(), time.process_time()
    times, took = await play_at(games, rate, seconds)
    used, mine = (server.seconds() - used) / took, (time.process_time() - mine) / took
    p50, p99 = times[len(times) // 2], times[int(len(times) * 0.99)]
    done = len(times) / took
    acknowledged = f"p50 {p50 * 1000:6.1f} ms, p99 {p99 * 1000:6.1f} ms, max {times[-1] * 1000:6.1f} ms"
    processors = f"server {used:.0%}, clients {mine:.0%}; {server.metric(COLLECTIONS) - full} full collections"
    print(f"{rate:7.0f} moves/s asked, {done:7.0f} done: {acknowledged}; processor: {processors}", flush=True)
    return p99, done > 0.9 * rate


async def bench(server: Server, matches: int, seconds: float, scenes: bool) -> None:
    """Connect all clients, play at one move a second, then faster until the server saturates."""
    base = server.memory()
    clients = await connect_guests([server.address], 2 * matches)
    connected = server.memory()
    games = await begin_games(clients, scenes)
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
    await asyncio.gather(*(client.close() for client in clients))


def main() -> None:
    """Start a server, or a cluster, and load it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cluster", action="store_true", help="several servers, and what each part of the site costs")
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=20.0, help="how long each rate is played")
    parser.add_argument("--scenes", action="store_true", help="players ask for scenes, as browsers do")
    parser.add_argument("--database", help="for one server; by default a SQLite file in a temporary folder")
    arguments = parser.parse_args()
    if arguments.cluster:
        if arguments.database:
            parser.error("--cluster starts a PostgreSQL of its own: leave --database out")
        cluster.bench(arguments.matches, arguments.seconds, arguments.scenes)
        return
    folder = tempfile.TemporaryDirectory()
    with folder, running_server(arguments.database or f"sqlite:///{folder.name}/load.db") as server:
        asyncio.run(bench(server, arguments.matches, arguments.seconds, arguments.scenes))


if __name__ == "__main__":
    main()
