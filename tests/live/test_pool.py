"""The pool, without sockets."""

from __future__ import annotations

import asyncio

import pytest

from quincunx.host.seek_pool import MOST_PAIRS, SeekPool, listed_id
from quincunx.play.clocks import Untimed
from quincunx.play.errors import Refused
from quincunx.play.pairing import Seek
from quincunx.protocol.accounts import Account


def test_who_leaves_while_a_pairing_fails_does_not_wait_on() -> None:
    """The store fails; meanwhile one of the two has left, and nothing else would remove them from the pool."""

    async def story() -> None:
        tried = asyncio.Event()

        async def pair(first: Seek, second: Seek, accounts: tuple[Account, Account]) -> None:
            pool.remove(first.id)
            tried.set()
            raise OSError("the disk is full")

        pool = SeekPool(lambda: 0, pair)
        for name in ("ann", "bob"):
            pool.add(Seek(name, name, "cengers", Untimed(), 1500, 0), Account(name, "guest", name, 0))
        running = asyncio.create_task(pool.run())
        await tried.wait()
        await asyncio.sleep(0)
        assert len(pool) == 1
        running.cancel()

    asyncio.run(story())


def sought(name: str, *, game: str = "cengers", rating: int = 1500, id: str = "") -> tuple[Seek, Account]:
    return Seek(id or name, name, game, Untimed(), rating, 0), Account(name, "guest", name, 0)


def test_who_takes_a_seek_is_paired_with_it_however_far_apart_the_two_are() -> None:
    async def story() -> None:
        made: list[tuple[str, str]] = []

        async def pair(first: Seek, second: Seek, accounts: tuple[Account, Account]) -> None:
            made.append((accounts[0].name, accounts[1].name))

        pool = SeekPool(lambda: 0, pair)
        ann, cid = sought("Ann", rating=2400), sought("Cid", rating=800)
        for waiting in (ann, cid, sought("Bob", id="elsewhere", game="flipflop")):
            pool.add(*waiting)
        await pool.take(listed_id(ann[0]), *sought("Bob", rating=800))
        await pool.take(listed_id(ann[0]), *sought("Bob", rating=800))  # the connection broke, and he asks again
        assert made == [("Ann", "Bob")]
        assert [seek.account for seek, _ in pool.waiting()] == ["Cid"]  # players in a match are no longer in the pool
        with pytest.raises(Refused, match=r"^Ann is no longer looking for a game\.$") as refused:
            await pool.take(listed_id(ann[0]), *sought("Dan"))
        assert refused.value.code == "gone"
        pool.forget("Ann")
        with pytest.raises(Refused, match=r"^This player is no longer looking for a game\.$"):
            await pool.take(listed_id(ann[0]), *sought("Dan"))
        pool.remove("Cid")
        with pytest.raises(Refused, match=r"^Cid is no longer"):
            await pool.take(listed_id(cid[0]), *sought("Dan"))

    asyncio.run(story())


@pytest.mark.parametrize(
    ("mine", "code"), [(sought("Ann", id="again"), "own_match"), (sought("Bob", game="flipflop"), "invalid")]
)
def test_nobody_takes_his_own_seek_or_one_with_other_settings(mine: tuple[Seek, Account], code: str) -> None:
    async def story() -> None:
        async def pair(first: Seek, second: Seek, accounts: tuple[Account, Account]) -> None:
            raise AssertionError("nobody is paired here")

        pool = SeekPool(lambda: 0, pair)
        ann = sought("Ann")
        pool.add(*ann)
        with pytest.raises(Refused) as refused:
            await pool.take(listed_id(ann[0]), *mine)
        assert refused.value.code == code
        assert pool.waiting() == [ann]

    asyncio.run(story())


def test_a_round_pairs_everybody_however_many_there_are() -> None:
    async def story() -> None:
        made = 0

        async def pair(first: Seek, second: Seek, accounts: tuple[Account, Account]) -> None:
            nonlocal made
            made += 1

        pool = SeekPool(lambda: 0, pair)
        for number in range(2 * MOST_PAIRS + 10):
            pool.add(*sought(f"player {number}"))
        await pool.round()
        assert (made, len(pool)) == (MOST_PAIRS + 5, 0)

    asyncio.run(story())
