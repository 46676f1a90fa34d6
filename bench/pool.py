"""The pool's round: how long pairing takes, and how that grows with the number of waiting players.

    python bench/pool.py [--rounds 15]

A round with 10,000 seeks is compared with one of 1,000, alternating in one run: a ratio near 10 is linear. The cases:

alike       all want the same match and their ratings are spread: everyone is paired
apart       those who want the same match are too far apart in rating: nobody is paired
different   everyone wants a different match

`found` is the time to find the next pairs while everyone else waits; `whole` is the pool's whole round, except that no
matches are created. `taken` is the first round of one of several processes, when it takes over from another and reads
all seeks from a SQLite database; `idle` is a later round of the same process, when nothing has changed.

Seconds are processor time.
"""

from __future__ import annotations

import argparse
import asyncio
import functools
import random
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from sqlalchemy import insert

from quincunx.core.random import Random
from quincunx.host.bus import MemoryBus
from quincunx.host.match_factory import MatchFactory
from quincunx.host.pool_pairer import MOST_PAIRS
from quincunx.host.seek_pool import SeekPool
from quincunx.play.clocks import Fischer
from quincunx.play.pairing import Seek, pairs
from quincunx.store.processes import Process
from quincunx.store.schema import accounts
from quincunx.store.store import Store, Unit
from quincunx.store.upgrade import upgrade

NOW = 1_800_000_000_000
FEW, MANY = 1_000, 10_000
WANTED = 0.020  # seconds for a large round
LATER = 10  # rounds of the same process
TOGETHER = 20  # players who want the same match, but are too far apart

FOLDER = tempfile.TemporaryDirectory()

Seeks = list[Seek]


def alike(count: int) -> Seeks:
    luck = random.Random(1)
    return [_seek(number, 300, int(luck.gauss(1500, 250))) for number in range(count)]


def apart(count: int) -> Seeks:
    return [_seek(number, 60 + number // TOGETHER, 500 + 120 * (number % TOGETHER)) for number in range(count)]


def different(count: int) -> Seeks:
    return [_seek(number, 60 + number, 1500) for number in range(count)]


def _seek(number: int, seconds: int, rating: int) -> Seek:
    return Seek(f"seek {number}", f"account {number}", "cengers", Fischer(seconds, 0), rating, NOW - number % 997)


@functools.cache
def made(make: Callable[[int], Seeks], count: int) -> Seeks:
    """The seeks, created only once."""
    return make(count)


def found(make: Callable[[int], Seeks], count: int) -> float:
    """The time to find the pairs, in seconds."""
    seeks = made(make, count)
    start = time.process_time()
    pairs(seeks, NOW, MOST_PAIRS)
    return time.process_time() - start


@functools.cache
def filled(make: Callable[[int], Seeks], count: int) -> str:
    """A database with these seeks waiting."""
    url = f"sqlite:///{Path(FOLDER.name) / f'{make.__name__}-{count}.db'}"
    upgrade(url)
    seeks = make(count)

    def fill(unit: Unit) -> None:
        rows = [{"id": seek.account, "kind": "guest", "name": seek.account, "created": 0} for seek in seeks]
        unit.connection.execute(insert(accounts), rows)
        unit.processes.see(Process("other", "server", "", "", 0, NOW))
        for seek in seeks:
            unit.seeks.put(seek, "1", "other", 1, NOW - 60_000)

    async def run() -> None:
        store = Store(url)
        await store.write(fill)
        await store.close()

    asyncio.run(run())
    return url


class NoMatches(MatchFactory):
    """Creates no matches, so that paired players still wait in the database."""

    async def pair(self, id: str, first: Seek, second: Seek, take: Callable[[Unit], None]) -> None:
        return


async def took(pool: SeekPool) -> float:
    """The time that a round takes, in seconds."""
    start = time.process_time()
    await pool.pairer.round()
    return time.process_time() - start


def whole(make: Callable[[int], Seeks], count: int) -> float:
    """The time that the whole round takes in a process that runs alone, in seconds."""

    async def run(url: str) -> float:
        store = Store(url)
        pool = SeekPool(store, MemoryBus(), "me", NoMatches(store, lambda: NOW, Random(1)), lambda: NOW)
        for seek in made(make, count):
            pool.pairer.note_added(seek)
        seconds = await took(pool)
        await store.close()
        return seconds

    return asyncio.run(run(filled(make, count)))


def rounds_of(make: Callable[[int], Seeks], count: int) -> tuple[float, float]:
    """The times that the first round and a later one take in one of several processes, in seconds."""

    async def run(url: str) -> tuple[float, float]:
        store, bus = Store(url), MemoryBus()
        bus.beside()
        pool = SeekPool(store, bus, "me", NoMatches(store, lambda: NOW, Random(1)), lambda: NOW)
        seconds = [await took(pool) for _ in range(LATER)]
        await store.write(lambda unit: unit.jobs.release("me"))
        await store.close()
        return seconds[0], statistics.median(seconds[1:])

    return asyncio.run(run(filled(make, count)))


def taken(make: Callable[[int], Seeks], count: int) -> float:
    """The time that the first round takes, which reads everything, in seconds."""
    return rounds_of(make, count)[0]


def idle(make: Callable[[int], Seeks], count: int) -> float:
    """The time that a later round takes when nothing has changed, in seconds."""
    return rounds_of(make, count)[1]


def measure(
    take: Callable[[Callable[[int], Seeks], int], float], make: Callable[[int], Seeks], rounds: int
) -> tuple[float, float]:
    """The median time of a large round, and the median of its ratio to a small one."""
    take(make, FEW), take(make, MANY)
    measured = [(take(make, FEW), take(make, MANY)) for _ in range(rounds)]
    return statistics.median(many for _, many in measured), statistics.median(many / few for few, many in measured)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=15)
    rounds = parser.parse_args().rounds
    print(f"{'':18}{MANY:,} seeks    of {FEW:,}")
    for make in (alike, apart, different):
        for take in (found, whole, taken, idle):
            seconds, ratio = measure(take, make, rounds)
            note = "" if take is not found or seconds < WANTED else f"  more than {WANTED * 1000:.0f} ms"
            print(f"{make.__name__:10}{take.__name__:8}{seconds * 1000:8.2f} ms    {ratio:5.1f} times{note}")


if __name__ == "__main__":
    main()
