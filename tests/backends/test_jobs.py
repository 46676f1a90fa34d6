"""Scheduled jobs: claimed by one process, for a limited time, and never lost."""

from __future__ import annotations

import asyncio
import gc

from quincunx.store.jobs import DueTurn, Job
from quincunx.store.matches import Header, Seat, new_id
from quincunx.store.store import Store

from .conftest import BlockingStore

KINDS = ["bot", "flag"]


def claim(store: BlockingStore, now: int, by: str = "me", lease: int = 10) -> list[Job]:
    return store.write(lambda unit: unit.jobs.claim(KINDS, now=now, lease=lease, by=by))


def put(store: BlockingStore, kind: str, subject: str, due: int) -> None:
    store.write(lambda unit: unit.jobs.put(kind, subject, due))


def done(store: BlockingStore, job: Job) -> bool:
    return store.write(lambda unit: unit.jobs.done(job))


def test_only_what_is_due_is_claimed_the_longest_due_first(store: BlockingStore) -> None:
    put(store, "flag", "late", 30)
    put(store, "flag", "second", 20)
    put(store, "bot", "first", 10)
    put(store, "other", "not ours", 10)
    assert [job.subject for job in claim(store, now=20)] == ["first", "second"]
    assert claim(store, now=20, by="another") == []


def match_of(store: BlockingStore, account: str) -> str:
    seats = (Seat(account=account), Seat(bot="level 8"))
    header = Header(id=new_id(), game="cengers", kind="bot", rated=False, status="running", seats=seats, created=1)
    store.write(lambda unit: unit.matches.create(header))
    return header.id


def test_nobodys_many_matches_hold_up_anothers(store: BlockingStore) -> None:
    """One job is claimed at a time: after Ann's first job, Bob's comes before her others, though it is due later."""
    ann, bob = (store.write(lambda unit: unit.accounts.add_guest(1)).id for _ in range(2))
    hers, his = [match_of(store, ann) for _ in range(3)], match_of(store, bob)
    for due, match in enumerate([*hers, his]):
        put(store, "bot", match, due)
    claimed = [
        store.write(lambda unit: unit.jobs.claim(KINDS, now=10, lease=10, by="me", most=1))[0].subject for _ in range(4)
    ]
    assert claimed == [hers[0], his, hers[1], hers[2]]


def test_of_what_waits_the_longest_due_of_each_account_and_bot_are_told(store: BlockingStore) -> None:
    ann, bob = (store.write(lambda unit: unit.accounts.add_guest(1)).id for _ in range(2))
    hers, his = [match_of(store, ann) for _ in range(4)], match_of(store, bob)
    for due, match in enumerate([*hers, his]):
        put(store, "bot", match, due)
    put(store, "bot", "of no match", 7)
    (first,) = store.write(lambda unit: unit.jobs.claim(["bot"], now=10, lease=10, by="me", about=hers[:1]))
    assert first.subject == hers[0]
    told = store.read(lambda unit: unit.jobs.waiting("bot", 10, 2))
    assert told == [
        DueTurn(hers[1], 1, ann, "level 8", "cengers", 3),
        DueTurn(his, 4, bob, "level 8", "cengers", 1),
        DueTurn("of no match", 7, "", "", "", 1),
        DueTurn(hers[2], 2, ann, "level 8", "cengers", 3),
    ]
    assert store.read(lambda unit: unit.jobs.waiting("bot", 0, 2)) == []


def test_a_claim_leaves_no_garbage_in_circles(store: BlockingStore) -> None:
    """Jobs are claimed all the time, and every full collection pauses the server: statements are not rebuilt."""

    def look() -> None:
        claim(store, now=0)
        store.read(lambda unit: unit.jobs.next_due(KINDS))
        store.read(lambda unit: unit.jobs.waiting("bot", 0, 2))

    look()
    gc.collect()
    gc.disable()
    try:
        for _ in range(20):
            look()
        assert gc.collect() < 20 * 20  # an alias alone would leave hundreds
    finally:
        gc.enable()


def test_a_claim_is_renewed_while_it_stands(store: BlockingStore) -> None:
    put(store, "bot", "m", 0)
    (mine,) = claim(store, now=0, lease=10)
    store.write(lambda unit: unit.jobs.renew(mine, 50))
    assert claim(store, now=49, by="another") == []
    (theirs,) = claim(store, now=50, by="another", lease=10)
    store.write(lambda unit: unit.jobs.renew(mine, 100))
    assert [job.subject for job in claim(store, now=60, by="a third")] == ["m"]
    assert not done(store, theirs)


def test_a_claim_lapses(store: BlockingStore) -> None:
    put(store, "bot", "m", 0)
    (mine,) = claim(store, now=0, by="dead", lease=10)
    assert claim(store, now=9, by="alive") == []
    (theirs,) = claim(store, now=10, by="alive")
    assert not done(store, mine)  # the dead process wakes up, but the job is no longer its own
    assert done(store, theirs)
    assert claim(store, now=100) == []


def test_a_job_can_be_put_with_a_claim_on_it(store: BlockingStore) -> None:
    mine = store.write(lambda unit: unit.jobs.put_claimed("bot", "m", 5, by="me", until=20))
    assert claim(store, now=19, by="another") == []
    again = store.write(lambda unit: unit.jobs.put_claimed("bot", "m", 6, by="me", until=30))
    assert not done(store, mine)
    assert claim(store, now=29, by="another") == []
    (theirs,) = claim(store, now=30, by="another")
    assert not done(store, again)
    assert done(store, theirs)


def test_put_again_a_job_moves_and_a_claim_on_it_is_void(store: BlockingStore) -> None:
    put(store, "flag", "m", 0)
    (old,) = claim(store, now=0)
    put(store, "flag", "m", 50)
    assert not done(store, old)
    assert claim(store, now=49) == []
    (new,) = claim(store, now=50)
    assert not done(store, old)  # nor after the same process has claimed it again
    assert done(store, new)


def test_a_removed_job_is_gone(store: BlockingStore) -> None:
    put(store, "flag", "m", 0)
    store.write(lambda unit: unit.jobs.remove("flag", "m"))
    assert claim(store, now=5) == []


def test_when_to_look_again(store: BlockingStore) -> None:
    due = lambda: store.read(lambda unit: unit.jobs.next_due(KINDS))  # noqa: E731
    assert due() is None
    put(store, "flag", "m", 7)
    put(store, "bot", "n", 5)
    assert due() == 5
    claim(store, now=6, lease=100)
    assert due() == 7
    claim(store, now=8, lease=100)
    assert due() == 106
    store.write(lambda unit: unit.jobs.release("me"))
    assert due() == 5


def test_of_many_who_claim_at_once_each_job_has_one(store: BlockingStore) -> None:
    for number in range(40):
        put(store, "bot", str(number), number)

    async def scramble() -> list[list[Job]]:
        stores = [Store(store.url) for _ in range(3)]
        works = [
            side.write(lambda unit, by=f"p{n}": unit.jobs.claim(KINDS, now=99, lease=9, by=by, most=7))
            for _ in range(3)
            for n, side in enumerate(stores)
        ]
        claims = await asyncio.gather(*works)
        for side in stores:
            await side.close()
        return claims

    subjects = [job.subject for claimed in store.run(scramble()) for job in claimed]
    assert len(subjects) == len(set(subjects))
    assert len(subjects) + len(claim(store, now=99)) == 40


def test_one_who_minds_one_match_leaves_the_others_alone(store: BlockingStore) -> None:
    put(store, "bot", "mine", 10)
    put(store, "bot", "another", 5)
    assert store.read(lambda unit: unit.jobs.next_due(KINDS, about=["mine"])) == 10
    claimed = store.write(lambda unit: unit.jobs.claim(KINDS, now=20, lease=10, by="me", about=["mine"]))
    assert [job.subject for job in claimed] == ["mine"]
    assert [job.subject for job in claim(store, now=20)] == ["another"]
