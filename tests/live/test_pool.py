"""The pool, without sockets."""

from __future__ import annotations

import asyncio

from quincunx.play.clocks import Untimed
from quincunx.play.pairing import Seek
from quincunx.server.live.pool import Pool
from quincunx.store.accounts import Account


def test_who_leaves_while_a_pairing_fails_does_not_wait_on() -> None:
    """The store fails; one of the two has gone meanwhile, and nobody would ever take him out again."""

    async def story() -> None:
        tried = asyncio.Event()

        async def pair(first: Seek, second: Seek, accounts: tuple[Account, Account]) -> None:
            pool.remove(first.id)
            tried.set()
            raise OSError("the disk is full")

        pool = Pool(lambda: 0, pair)
        for name in ("ann", "bob"):
            pool.add(Seek(name, name, "cengers", "seed", Untimed(), 1500, 0), Account(name, "guest", name, 0))
        running = asyncio.create_task(pool.run())
        await tried.wait()
        await asyncio.sleep(0)
        assert len(pool) == 1
        running.cancel()

    asyncio.run(story())
