"""Several servers under load, on one PostgreSQL and one Redis: how much they do, and what each part of the site costs.

`python bench/load.py --cluster` runs it. The two players of a match are connected to different servers, which is the
most expensive case: every move is a hint in Redis, and the other server reads the move from the log. Clients connect
to the servers without a proxy. Everything, clients included, runs on one machine, so look at the processor time of a
move: it says how many processors each part would need on machines of its own.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import psycopg
import redis as redis_client

from load_clients import Client, begin_games, connect_guests, play_at
from load_servers import Server, running_servers, seconds_of

sys.path.append(str(Path(__file__).resolve().parent.parent / "tests"))

from postgresql import PostgreSQL, running_postgresql
from services import Redis

SERVERS = (1, 2, 3)
WANTED_P99 = 0.150
SLOWEST = 200.0  # moves a second, the first rate
STEP = 1.25
GROWTH_RATE = 200.0  # moves a second, with few matches and with many
WATCHED_RATE = 4.0  # moves a second of the match that many watch
SOME, MANY = 0.1, 1.0  # of the people, for comparing few with many
WATCHERS = (10, 1000)


@dataclass
class Usage:
    """What a site has used so far: processor time in seconds, commits, bytes of WAL, and commands of Redis."""

    servers: float
    postgresql: float
    redis: float
    clients: float
    commits: int
    written: int
    commands: int

    def since(self, before: Usage, count: float) -> str:
        """What was used since then, for each of so many moves or people."""
        names = ("servers", "postgresql", "redis", "clients")
        parts = [f"{name} {1000 * (getattr(self, name) - getattr(before, name)) / count:.2f}" for name in names]
        commits = (self.commits - before.commits) / count
        written = (self.written - before.written) / count
        commands = (self.commands - before.commands) / count
        others = f"commits {commits:.2f}, bytes of WAL {written:.0f}, Redis commands {commands:.1f}"
        return f"ms of processor time: {', '.join(parts)}; {others}"


class Site:
    """A running site."""

    def __init__(self, servers: Sequence[Server], database: PostgreSQL, redis: Redis) -> None:
        self.servers = servers
        self._database = database
        self._redis = redis
        self._redis_client = redis_client.Redis.from_url(redis.url)

    @property
    def addresses(self) -> list[str]:
        """Host and port of each server."""
        return [server.address for server in self.servers]

    def memory(self) -> int:
        """Memory of all servers, in bytes."""
        return sum(server.memory() for server in self.servers)

    def usage(self) -> Usage:
        """What everything has used so far."""
        assert self._redis.process is not None
        commits, written = self._written()
        return Usage(
            servers=sum(server.seconds() for server in self.servers),
            postgresql=seconds_of(self._database.processes()),
            redis=seconds_of([self._redis.process.pid]),
            clients=time.process_time(),
            commits=commits,
            written=written,
            commands=int(self._redis_client.info("stats")["total_commands_processed"]),  # type: ignore[index]
        )

    def _written(self) -> tuple[int, int]:
        """The transactions that have written something, of which this question is one, and the bytes of their log."""
        with psycopg.connect(self._database.url) as connection:
            row = connection.execute(
                "SELECT pg_current_xact_id()::text::bigint, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint"
            ).fetchone()
            assert row is not None
            return int(row[0]), int(row[1])


@contextmanager
def running_site(count: int, database: PostgreSQL, redis: Redis) -> Iterator[Site]:
    """Run servers on a new database."""
    with running_servers(count, database.new_database(), "--bus", redis.url) as servers:
        yield Site(servers, database, redis)


@contextmanager
def running_services() -> Iterator[tuple[PostgreSQL, Redis]]:
    """Run PostgreSQL, which writes to its disk as in production, and Redis."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        database = stack.enter_context(running_postgresql(durable=True))
        redis = Redis(Path(folder))
        stack.callback(redis.kill)
        redis.start()
        yield database, redis


def bench(matches: int, seconds: float, scenes: bool) -> None:
    """Measure sites of each size, then how the cost grows."""
    print(f"{os.cpu_count()} processors for everything, {2 * matches} connections in {matches} matches")
    with running_services() as (database, redis):
        for count in SERVERS:
            with running_site(count, database, redis) as site:
                asyncio.run(saturate(site, matches, seconds / 2, scenes))
        for measure in (grow_matches, grow_watchers, grow_pool):
            with running_site(2, database, redis) as site:
                asyncio.run(measure(site, matches, seconds))


async def saturate(site: Site, matches: int, seconds: float, scenes: bool) -> None:
    """Play faster and faster until moves come late."""
    base = site.memory()
    clients = await connect_guests(site.addresses, 2 * matches)
    games = await begin_games(clients, scenes)
    each = (site.memory() - base) / len(clients) / 1000
    print(f"\n{len(site.servers)} servers: {each:.0f} KB for a connection with its half of a match")
    rate, best = SLOWEST, 0.0
    while True:
        before = site.usage()
        times, took = await play_at(games, rate, seconds)
        used = site.usage().since(before, len(times))
        p50, p99, done = times[len(times) // 2], times[int(len(times) * 0.99)], len(times) / took
        print(f"{rate:6.0f} moves/s asked, {done:5.0f} done: p50 {p50 * 1000:5.1f} ms, p99 {p99 * 1000:6.1f} ms")
        print(f"        for each move, {used}", flush=True)
        if p99 > WANTED_P99 or done < 0.9 * rate:
            break
        rate, best = rate * STEP, rate
    print(f"{len(site.servers)} servers: {best:.0f} moves/s with p99 under {WANTED_P99 * 1000:.0f} ms")
    await close(clients)


async def grow_matches(site: Site, matches: int, seconds: float) -> None:
    """The cost of a move with few matches and with many, at the same rate."""
    print("\nmatches, at the same number of moves a second; for each move:")
    clients = await connect_guests(site.addresses, 2 * matches)
    games = await begin_games(clients)
    for share in (SOME, MANY):
        some = games[: int(len(games) * share)]
        before = site.usage()
        times, _ = await play_at(some, GROWTH_RATE, seconds)
        print(f"{len(some):6} matches: {site.usage().since(before, len(times))}", flush=True)
    await close(clients)


async def grow_watchers(site: Site, matches: int, seconds: float) -> None:
    """The cost of a move that few or many watch, on all servers, with scenes as in a browser."""
    print("\nwatchers of one match; for each move:")
    clients = await connect_guests(site.addresses, 2 + max(WATCHERS))
    [game] = await begin_games(clients[:2], scenes=True)
    watching = 0
    for count in WATCHERS:
        for watcher in clients[2 + watching : 2 + count]:
            await watcher.ask(type="watch", match=game.id, secret=game.secret, scene=True)
        watching = count
        before = site.usage()
        times, _ = await play_at([game], WATCHED_RATE, seconds)
        print(f"{count:6} watchers: {site.usage().since(before, len(times))}", flush=True)
    await close(clients)


async def grow_pool(site: Site, matches: int, seconds: float) -> None:
    """The cost of pairing people who all come to the pool at once."""
    print("\npeople who seek the same match at once; for each person:")
    clients = await connect_guests(site.addresses, 2 * matches)
    first = 0
    for share in (SOME, MANY - SOME):
        some = clients[first : first + int(len(clients) * share) // 2 * 2]
        first += len(some)
        before, start = site.usage(), time.perf_counter()
        await asyncio.gather(*map(seek, some))
        took = time.perf_counter() - start
        print(f"{len(some):6} people, paired in {took:.1f} s: {site.usage().since(before, len(some))}")
    await close(clients)


async def seek(client: Client) -> None:
    """Enter the pool, and wait for the match."""
    await client.ask(type="seek", game="cengers", clock={"kind": "fischer", "seconds": 300, "increment": 5})
    await client.paired.wait()


async def close(clients: Sequence[Client]) -> None:
    """Close the connections."""
    await asyncio.gather(*(client.close() for client in clients))
