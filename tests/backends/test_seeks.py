"""The seeks of the pool: each belongs to a connection of a running process, and is taken only once."""

from __future__ import annotations

import asyncio

import pytest
from msgspec import structs

from quincunx.play.clocks import Fischer
from quincunx.play.pairing import Seek
from quincunx.store.errors import SeekGone
from quincunx.store.matches import new_id
from quincunx.store.processes import DEAD_AFTER, Process
from quincunx.store.seeks import LATELY, SeekRow

from .conftest import BlockingStore

NOW = 1_000_000
ME, OTHER = "me", "other"


class Pool:
    """The seeks in a store, as one process sees them."""

    def __init__(self, store: BlockingStore) -> None:
        self.store = store
        self.names: dict[str, str] = {}
        for process in (ME, OTHER):
            self.sign(process, NOW)

    def sign(self, process: str, seen: int) -> None:
        self.store.write(lambda unit: unit.processes.see(Process(process, "server", "here", "1", 0, seen)))

    def come(self, name: str) -> str:
        self.names[name] = self.store.write(lambda unit: unit.accounts.add_member(name, "hash", 1)).id
        return self.names[name]

    def seek(self, name: str, *, request: str = "1", process: str = ME, line: int = 1, now: int = NOW) -> Seek:
        account = self.names.get(name) or self.come(name)
        seek = Seek(new_id(), account, "flipflop", Fischer(60, 0), 1500, now, options={"n": 10}, own={"a": "b"})
        return self.store.write(lambda unit: unit.seeks.put(seek, request, process, line, now))

    def waiting(self, now: int = NOW) -> list[str]:
        rows = self.store.read(lambda unit: unit.seeks.waiting(ME, now))
        return sorted(row.seek.id for row in rows)

    def take(self, *seeks: Seek, match: str = "match", now: int = NOW) -> None:
        ids, players = [seek.id for seek in seeks], [seek.account for seek in seeks]

        self.store.write(lambda unit: unit.seeks.take(ids, players, match, ME, now))

    def find(self, seek: Seek, now: int = NOW) -> tuple[SeekRow, bool]:
        found = self.store.read(lambda unit: unit.seeks.find(seek.id, ME, now))
        assert found is not None
        return found[0], found[2]


@pytest.fixture
def pool(store: BlockingStore) -> Pool:
    return Pool(store)


def test_a_seek_is_read_as_it_was_written(pool: Pool) -> None:
    seek = pool.seek("Ann")
    row, waits = pool.find(seek)
    assert (row.seek, row.seek.match, row.request, row.line, waits) == (seek, seek.match, "1", 1, True)
    assert pool.store.read(lambda unit: unit.seeks.find("nobody", ME, NOW)) is None
    count, listed = pool.store.read(lambda unit: unit.seeks.listed(10, ME, NOW))
    assert (count, [(each.id, account.name) for each, account in listed]) == (1, [(seek.id, "Ann")])


def test_asking_again_moves_a_seek_to_the_new_connection_and_the_old_one_cannot_remove_it(pool: Pool) -> None:
    ann = pool.seek("Ann", process=OTHER, line=7)
    assert pool.seek("Ann", process=ME, line=2, now=NOW + 5).id == ann.id
    assert pool.waiting() == [ann.id]
    pool.store.write(lambda unit: unit.seeks.leave(ann.account, OTHER, 7, NOW))
    assert pool.waiting() == [ann.id]
    assert pool.find(ann)[0].process == ME
    pool.store.write(lambda unit: unit.seeks.leave(ann.account, ME, 2, NOW))
    assert pool.waiting() == []
    fresh = pool.seek("Ann")
    assert pool.waiting() == [fresh.id]


def test_two_players_are_taken_with_all_their_seeks_or_nothing_happens(pool: Pool) -> None:
    ann, other, bob, cid = pool.seek("Ann"), pool.seek("Ann", request="2"), pool.seek("Bob"), pool.seek("Cid")
    pool.store.write(lambda unit: unit.seeks.leave(bob.account, ME, 1, NOW))
    with pytest.raises(SeekGone) as gone:
        pool.take(ann, bob)
    assert gone.value.ids == [bob.id]
    assert pool.waiting() == sorted([ann.id, other.id, cid.id])
    pool.take(ann, cid, now=NOW + 1)
    assert pool.waiting() == []
    assert (pool.find(other)[0].match, pool.find(other)[0].gone) == ("match", NOW + 1)
    with pytest.raises(SeekGone):
        pool.take(ann, cid, match="again")


def test_of_many_players_who_take_the_same_seek_one_succeeds(pool: Pool) -> None:
    ann = pool.seek("Ann")
    takers = [pool.seek(f"Taker{number}") for number in range(8)]

    async def take(taker: Seek) -> bool:
        ids, players = [ann.id, taker.id], [ann.account, taker.account]
        try:
            await pool.store.store.write(lambda unit: unit.seeks.take(ids, players, taker.id, ME, NOW))
        except SeekGone:
            return False
        return True

    async def all_at_once() -> list[bool]:
        return await asyncio.gather(*(take(taker) for taker in takers))

    assert pool.store.run(all_at_once()).count(True) == 1
    assert len(pool.waiting()) == len(takers) - 1


def test_seeks_of_a_dead_process_wait_only_if_it_comes_back_to_life(pool: Pool) -> None:
    ann, bob = pool.seek("Ann", process=OTHER), pool.seek("Bob")
    later = NOW + DEAD_AFTER
    assert pool.waiting(later) == [bob.id]
    assert not pool.find(ann, later)[1]
    assert pool.store.read(lambda unit: unit.seeks.listed(10, ME, later))[0] == 1
    assert pool.store.read(lambda unit: unit.seeks.of_account(ann.account, ME, later)) == []
    with pytest.raises(SeekGone):
        pool.take(ann, bob, now=later)
    pool.sign(OTHER, later)
    pool.take(ann, bob, now=later)


def test_changed_seeks_are_found_and_old_ones_are_swept(pool: Pool) -> None:
    ann, bob = pool.seek("Ann"), pool.seek("Bob", process=OTHER, now=NOW + 10)
    dead = pool.seek("Cid", process="never seen", now=NOW)
    changed = pool.store.read(lambda unit: unit.seeks.changed(NOW + 1))
    assert [row.seek.id for row in changed] == [bob.id]
    pool.take(ann, bob, now=NOW + 20)
    changed = pool.store.read(lambda unit: unit.seeks.changed(NOW + 20, OTHER))
    assert [(row.seek.id, row.match) for row in changed] == [(bob.id, "match")]
    lately = pool.store.read(lambda unit: unit.seeks.of_account(ann.account, ME, NOW + LATELY))
    assert [row.match for row in lately] == ["match"]
    for before, old, left in ((NOW, False, 3), (NOW + 1, True, 2), (NOW + 21, True, 0)):
        assert pool.store.read(lambda unit, before=before: unit.seeks.are_old(before)) is old
        pool.store.write(lambda unit, before=before: unit.seeks.sweep(before))
        assert len(pool.store.read(lambda unit: unit.seeks.changed(0))) == left
    assert pool.store.read(lambda unit: unit.seeks.find(dead.id, ME, NOW)) is None


def test_the_seeks_of_all_connections_of_a_process_are_removed_when_it_stops(pool: Pool) -> None:
    pool.seek("Ann", line=1)
    pool.seek("Bob", line=2)
    cid = pool.seek("Cid", process=OTHER)
    pool.store.write(lambda unit: unit.seeks.leave_all(ME, NOW))
    assert pool.waiting() == [cid.id]
    pool.store.write(lambda unit: unit.seeks.clear())
    assert pool.waiting() == []


def test_seeks_are_deleted_with_their_account(pool: Pool) -> None:
    ann = pool.seek("Ann")
    pool.store.write(lambda unit: unit.accounts.delete(ann.account))
    assert pool.waiting() == []


def test_ratings_and_stakes_are_kept(pool: Pool) -> None:
    ann = structs.replace(pool.seek("Ann"), id="rated", rated=True, provisional=True, legs=2, options={})
    pool.store.write(lambda unit: unit.seeks.put(ann, "rated", ME, 1, NOW))
    assert pool.find(ann)[0].seek == ann
