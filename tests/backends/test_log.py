"""A match is its log: appended in order, without gaps or forks, each command once."""

from __future__ import annotations

import asyncio
import sqlite3
from collections import Counter

import pytest

from quincunx.store.errors import Conflict, Missing, Repeated
from quincunx.store.store import Store, Unit

from .conftest import BlockingStore


def append(match: str, after: int, *events: bytes, command: tuple[str, str] | None = None):  # type: ignore[no-untyped-def]
    return lambda unit: unit.log.append(match, after=after, events=events, at=100 + after, command=command)


def test_events_are_numbered_from_one_and_read_back(store: BlockingStore, match: str) -> None:
    assert store.write(append(match, 0, b"a", b"b")) == 2
    assert store.write(append(match, 2, b"\x00\xff")) == 3
    assert store.read(lambda unit: unit.log.read(match)) == [(1, 100, b"a"), (2, 100, b"b"), (3, 102, b"\x00\xff")]
    assert store.read(lambda unit: unit.log.read(match, since=2)) == [(3, 102, b"\x00\xff")]


@pytest.mark.parametrize("after", [0, 1, 3, 7])
def test_an_append_that_follows_another_version_is_refused_and_leaves_nothing(
    store: BlockingStore, match: str, after: int
) -> None:
    store.write(append(match, 0, b"a", b"b"))
    with pytest.raises(Conflict):
        store.write(append(match, after, b"late", command=("someone", "1")))
    assert len(store.read(lambda unit: unit.log.read(match))) == 2
    assert store.read(lambda unit: unit.log.handled(match, "someone", "1")) is None


def test_a_match_that_is_not_there_takes_no_events(store: BlockingStore) -> None:
    with pytest.raises(Missing):
        store.write(append("nowhere", 0, b"a"))


def test_a_command_is_handled_once(store: BlockingStore, match: str) -> None:
    store.write(append(match, 0, b"a", b"b", command=("ann", "7")))
    for after in (0, 2):  # from a client that has not seen the events, and from one that has
        with pytest.raises(Repeated) as repeated:
            store.write(append(match, after, b"a", b"b", command=("ann", "7")))
        assert repeated.value.versions == range(1, 3)
    store.write(append(match, 2, b"c", command=("bob", "7")))  # another player's command may have the same id
    assert len(store.read(lambda unit: unit.log.read(match))) == 3


def test_an_error_undoes_the_whole_unit(store: BlockingStore, match: str) -> None:
    def half(unit: Unit) -> None:
        unit.log.append(match, after=0, events=[b"a"], at=1)
        unit.jobs.put("flag", match, 5)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        store.write(half)
    assert store.read(lambda unit: unit.log.read(match)) == []
    assert store.read(lambda unit: unit.jobs.next_due(["flag"])) is None
    assert store.write(append(match, 0, b"b")) == 1


def test_of_many_at_once_one_wins_each_version(store: BlockingStore, match: str) -> None:
    """Two stores on one database, like two processes; both try every version."""

    async def race() -> list[object]:
        other = Store(store.url)
        tries = [
            side.write(append(match, after, name.encode()))
            for after in range(10)
            for name, side in (("one", store.store), ("two", other))
        ]
        results = await asyncio.gather(*tries, return_exceptions=True)
        await other.close()
        return results

    results = store.run(race())
    log = store.read(lambda unit: unit.log.read(match))
    kinds = Counter(type(result) for result in results)
    assert kinds[int] == len(log) >= 1
    assert kinds[int] + kinds[Conflict] == 20
    assert [event.version for event in log] == list(range(1, len(log) + 1))


def test_many_units_at_once_all_land_and_failures_stay_alone(store: BlockingStore, match: str) -> None:
    def good(number: int):  # type: ignore[no-untyped-def]
        return lambda unit: unit.jobs.put("flag", f"match {number}", number)

    def bad(unit: Unit) -> None:
        unit.jobs.put("flag", "never", 0)
        raise ZeroDivisionError

    async def crowd() -> list[object]:
        works = [bad if number % 5 == 0 else good(number) for number in range(300)]
        return await asyncio.gather(*map(store.store.write, works), return_exceptions=True)

    results = store.run(crowd())
    assert [type(result) for result in results] == [
        ZeroDivisionError if number % 5 == 0 else type(None) for number in range(300)
    ]
    claimed = store.write(lambda unit: unit.jobs.claim(["flag"], now=1000, lease=1, by="me", most=1000))
    assert {job.due for job in claimed} == {number for number in range(300) if number % 5}


def test_someone_who_stops_waiting_harms_nobody(store: BlockingStore, match: str) -> None:
    async def impatient() -> list[object]:
        tasks = [
            asyncio.ensure_future(store.store.write(lambda unit, n=number: unit.jobs.put("flag", str(n), n)))
            for number in range(50)
        ]
        await asyncio.sleep(0)
        for task in tasks[::2]:
            task.cancel()
        return await asyncio.gather(*tasks, return_exceptions=True)

    results = store.run(impatient())
    assert results[1::2] == [None] * 25
    claimed = store.write(lambda unit: unit.jobs.claim(["flag"], now=1000, lease=1, by="me"))
    assert {job.due for job in claimed} >= set(range(1, 50, 2))


def test_a_transaction_that_is_lost_fails_everyone_in_it(tmp_path: object) -> None:
    """On a full disk, SQLite rolls back the transaction unnoticed. Nobody may be told that the write succeeded."""
    from quincunx.store.upgrade import upgrade

    url = f"sqlite:///{tmp_path}/full.db"
    upgrade(url)
    store = BlockingStore(url)

    async def lose() -> list[object]:
        works = [
            lambda unit: unit.jobs.put("flag", "before", 1),
            lambda unit: unit.connection.exec_driver_sql("ROLLBACK"),
            lambda unit: unit.jobs.put("flag", "after", 1),
        ]
        return await asyncio.gather(*map(store.store.write, works), return_exceptions=True)

    # as one group: another process blocks the writer while they arrive
    blocker = sqlite3.connect(f"{tmp_path}/full.db", isolation_level=None, check_same_thread=False)
    blocker.execute("BEGIN IMMEDIATE")
    store._loop.call_later(0.2, lambda: blocker.execute("ROLLBACK"))
    results = store.run(lose())
    kept = {job.subject for job in store.write(lambda unit: unit.jobs.claim(["flag"], now=9, lease=1, by="me"))}
    for subject, result in (("before", results[0]), ("after", results[2])):
        assert (result is None) == (subject in kept)
    assert "before" not in kept
    blocker.close()
    store.close()
