"""Who is next at the bots: the player who has used them least recently."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from quincunx.host.bot_scheduler import BotScheduler, is_quick
from quincunx.host.fair_shares import HALF_LIFE, MOST_KNOWN, FairShares, ShareQueue
from quincunx.host.jobs import outbox
from quincunx.store.jobs import Job
from quincunx.store.matches import Header, Seat, new_id
from quincunx.store.store import Store, Unit
from quincunx.store.upgrade import upgrade


class Clock:
    """Seconds, as set by the test."""

    def __init__(self) -> None:
        self.seconds = 100.0

    def __call__(self) -> float:
        return self.seconds


def test_what_was_used_counts_less_and_less() -> None:
    clock = Clock()
    shares = FairShares(clock)
    shares.charge("ann", 8.0)
    clock.seconds += 2 * HALF_LIFE
    assert shares.used("ann") == (2.0, 2.0)
    shares.charge("ann", -5.0)
    assert shares.used("ann") == (0.0, 0.0)


def test_guests_of_one_network_count_together_and_then_each_by_itself() -> None:
    shares = FairShares(Clock())
    for guest in ("g1", "g2"):
        shares.note_network(guest, "192.0.2.7")
    shares.note_network("g3", "192.0.2.8")
    shares.charge("g1", 3.0)
    assert [shares.used(account) for account in ("g1", "g2", "g3", "member")] == [(3, 3), (3, 0), (0, 0), (0, 0)]


def test_no_more_is_remembered_than_is_good() -> None:
    shares = FairShares(Clock())
    shares.charge("first", 1.0)
    for number in range(MOST_KNOWN):
        shares.charge(f"n{number}", 1.0)
    assert shares.used("first") == (0.0, 0.0)
    assert shares.used("n0") == (1.0, 1.0)


def test_in_a_queue_who_has_used_least_comes_next_and_who_leaves_holds_nobody_up() -> None:
    shares, order = FairShares(Clock()), list[str]()
    shares.charge("often", 9.0)
    shares.charge("seldom", 1.0)

    async def take(queue: ShareQueue, account: str) -> None:
        async with queue.turn(account):
            order.append(account)

    async def story() -> None:
        queue = ShareQueue(shares, 1)
        async with queue.turn("busy"):
            waiting = [asyncio.create_task(take(queue, account)) for account in ("often", "gone", "seldom", "never")]
            await asyncio.sleep(0)
            waiting[1].cancel()
            await asyncio.sleep(0)
        await asyncio.gather(*waiting, return_exceptions=True)
        leaving = asyncio.create_task(take(queue, "late"))
        async with queue.turn("busy"):
            await asyncio.sleep(0)
        leaving.cancel()  # on its turn
        await asyncio.gather(leaving, return_exceptions=True)
        await take(queue, "last")

    asyncio.run(story())
    assert order == ["never", "seldom", "often", "last"]


@pytest.mark.parametrize(("bot", "quick"), [("level 1", True), ("level 5", True), ("level 8", False), ("other", False)])
def test_low_levels_are_quick(bot: str, quick: bool) -> None:
    assert is_quick("cengers", bot) is quick


def add_match(unit: Unit, account: str, level: int, due: int) -> str:
    seats = (Seat(account=account), Seat(bot=f"level {level}"))
    kind = {"game": "cengers", "kind": "bot", "rated": False, "status": "running"}
    header = Header(id=new_id(), seats=seats, created=1, **kind)
    unit.matches.create(header)
    unit.jobs.put(outbox.BOT, header.id, due)
    return header.id


def test_of_the_bots_turns_those_of_whoever_has_used_least_are_picked_and_one_slot_is_for_quick_ones(
    tmp_path: Path,
) -> None:
    url = f"sqlite:///{tmp_path / 'test.db'}"
    upgrade(url)

    async def story() -> None:
        store, shares, go = Store(url), FairShares(Clock()), asyncio.Event()

        async def think(job: Job) -> None:
            await go.wait()

        slots = BotScheduler(store, shares, lambda: 100, bots=2, seconds=2.0, do=think)

        async def claim() -> list[str]:
            """Pick jobs for the free slots, claim and start them."""
            picked = await slots.pick(slots.most - len(running))
            claim = {"now": 100, "lease": 1000, "by": "me", "about": picked}
            jobs = await store.write(lambda unit: unit.jobs.claim([outbox.BOT], **claim)) if picked else []
            running.extend(asyncio.create_task(slots.do(job)) for job in jobs)
            await asyncio.sleep(0)
            return picked

        running: list[asyncio.Task[None]] = []
        ann, bob, eve = await store.write(lambda unit: [unit.accounts.add_guest(1).id for _ in range(3)])
        many = await store.write(lambda unit: [add_match(unit, ann, 8, due) for due in range(5)])
        his = await store.write(lambda unit: add_match(unit, bob, 8, 50))
        assert set(await claim()) == {many[0], his}  # and none in the third slot
        assert await claim() == []
        quick = await store.write(lambda unit: [add_match(unit, who, 1, due) for who, due in ((ann, 60), (eve, 70))])
        assert await claim() == [quick[1]]  # she has used nothing yet
        go.set()
        await asyncio.gather(*running)
        running.clear()
        shares.charge(ann, 5.0)
        more = await store.write(lambda unit: [add_match(unit, who, 8, 80) for who in (bob, eve)])
        assert set(await slots.pick(2)) == set(more)
        await store.close()

    asyncio.run(story())


def test_newcomers_do_not_keep_whoever_has_used_most_waiting_until_they_have_used_as_much(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'test.db'}"
    upgrade(url)

    async def think(job: Job) -> None:
        """Unused: nothing is claimed here."""

    async def story() -> None:
        store, shares = Store(url), FairShares(Clock())
        slots = BotScheduler(store, shares, lambda: 100, bots=3, seconds=2.0, do=think)
        ann, bob, eve = await store.write(lambda unit: [unit.accounts.add_guest(1).id for _ in range(3)])
        shares.charge(ann, 100.0)
        shares.charge(bob, 10.0)
        turns = ((ann, 10), (bob, 80))
        hers, his = await store.write(lambda unit: [add_match(unit, who, 8, due) for who, due in turns])
        assert await slots.pick(3) == [his, hers]  # she has used ten times as much
        new = await store.write(lambda unit: add_match(unit, eve, 8, 90))
        assert await slots.pick(3) == [new, hers, his]  # both have used more than enough, and she has waited longest
        await store.close()

    asyncio.run(story())


def test_a_scheduler_without_room_for_long_turns_leaves_them_to_others(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'test.db'}"
    upgrade(url)

    async def think(job: Job) -> None:
        """Unused: no job is claimed here."""

    async def story() -> None:
        store = Store(url)
        slots = BotScheduler(store, FairShares(Clock()), lambda: 100, bots=0, seconds=2.0, do=think)
        ann = await store.write(lambda unit: unit.accounts.add_guest(1).id)
        await store.write(lambda unit: add_match(unit, ann, 8, 10))
        assert await slots.pick(slots.most) == []
        quick = await store.write(lambda unit: add_match(unit, ann, 1, 20))
        assert await slots.pick(slots.most) == [quick]
        await store.close()

    asyncio.run(story())
