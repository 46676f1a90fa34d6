"""The pool's round: how long pairing takes, and how that grows with the number of waiting players.

    python bench/pool.py [--rounds 15]

A round with 10,000 seeks is compared with one of 1,000, alternating in one run: a ratio near 10 is linear. The cases:

alike       all want the same match and their ratings are spread: everyone is paired
apart       those who want the same match are too far apart in rating: nobody is paired
different   everyone wants a different match

`found` is the time to find the next pairs while everyone else waits; `whole` is the pool's whole round, except that no
matches are created. Seconds are processor time.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import time
from collections.abc import Callable

from quincunx.host.seek_pool import MOST_PAIRS, SeekPool
from quincunx.play.clocks import Fischer
from quincunx.play.pairing import Seek, pairs
from quincunx.protocol.accounts import Account

NOW = 1_800_000_000_000
FEW, MANY = 1_000, 10_000
WANTED = 0.020  # seconds for a large round
TOGETHER = 20  # players who want the same match, but are too far apart

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


def found(seeks: Seeks) -> float:
    """Seconds that finding the pairs takes."""
    start = time.process_time()
    pairs(seeks, NOW, MOST_PAIRS)
    return time.process_time() - start


def whole(seeks: Seeks) -> float:
    """Seconds that the pool's whole round takes."""

    async def nobody(first: Seek, second: Seek, accounts: tuple[Account, Account]) -> None:
        return

    async def run() -> float:
        pool = SeekPool(lambda: NOW, nobody)
        for seek in seeks:
            pool.add(seek, Account(seek.account, "guest", seek.account, 0))
        start = time.process_time()
        await pool.round()
        return time.process_time() - start

    return asyncio.run(run())


def measure(take: Callable[[Seeks], float], make: Callable[[int], Seeks], rounds: int) -> tuple[float, float]:
    """The median time of a large round, and the median of its ratio to a small one."""
    few, many = make(FEW), make(MANY)
    take(few), take(many)
    measured = [(take(few), take(many)) for _ in range(rounds)]
    return statistics.median(many for _, many in measured), statistics.median(many / few for few, many in measured)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=15)
    rounds = parser.parse_args().rounds
    print(f"{'':18}{MANY:,} seeks    of {FEW:,}")
    for make in (alike, apart, different):
        for take in (found, whole):
            seconds, ratio = measure(take, make, rounds)
            note = "" if take is whole or seconds < WANTED else f"  more than {WANTED * 1000:.0f} ms"
            print(f"{make.__name__:10}{take.__name__:8}{seconds * 1000:8.1f} ms    {ratio:5.1f} times{note}")


if __name__ == "__main__":
    main()
