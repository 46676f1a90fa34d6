"""The pool without sockets: in one process that runs alone, and in two that share a database."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence

import pytest

from quincunx.core.random import Random
from quincunx.host import pool_pairer
from quincunx.host.bus import Bus, MemoryBus
from quincunx.host.match_factory import MatchFactory
from quincunx.host.pool_lease import LEASE
from quincunx.host.pool_pairer import KEPT, MOST_PAIRS
from quincunx.host.seek_pool import SeekPool
from quincunx.play.clocks import Untimed
from quincunx.play.errors import Refused
from quincunx.play.pairing import Seek
from quincunx.store.errors import Unavailable
from quincunx.store.matches import new_id
from quincunx.store.processes import DEAD_AFTER, Process
from quincunx.store.seeks import LATELY
from quincunx.store.store import Store, Unit
from quincunx.store.upgrade import upgrade


class Site:
    """A site's database and clock, and the players by name."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.time = 1_000_000
        self.accounts: dict[str, str] = {}
        self.bus = MemoryBus()

    def process(self, name: str, bus: Bus | None = None) -> Server:
        """Another process; with a bus, it does not run alone."""
        return Server(self, name, bus or MemoryBus())

    async def two(self) -> tuple[Server, Server]:
        """Two running processes that share the bus."""
        buses = self.bus, self.bus.beside()
        one, other = (self.process(name, bus) for name, bus in zip(("one", "other"), buses, strict=True))
        for server in (one, other):
            await server.send_heartbeat()
        return one, other

    async def account(self, name: str) -> str:
        if name not in self.accounts:
            account = await self.store.write(lambda unit: unit.accounts.add_member(name, "hash", 1))
            self.accounts[name] = account.id
        return self.accounts[name]

    async def matches(self) -> int:
        """The number of matches."""
        return len(await self.store.read(lambda unit: unit.matches.listed(most=1000)))


class Server:
    """The pool of a process, and the players it has notified of each match."""

    def __init__(self, site: Site, name: str, bus: Bus) -> None:
        self.site = site
        self.name = name
        self.factory = MatchFactory(site.store, lambda: site.time, Random(1))
        self.pool = SeekPool(site.store, bus, name, self.factory, lambda: site.time)
        self.told: list[tuple[str, list[str]]] = []
        self.pool.pairer.on_paired = self._on_paired
        self.pool.pairer.on_found = lambda match, account: self._on_paired(match, [account])

    def _on_paired(self, match: str, accounts: Sequence[str]) -> None:
        names = {id: name for name, id in self.site.accounts.items()}
        self.told.append((match, sorted(names[id] for id in accounts)))

    async def send_heartbeat(self) -> None:
        """Send a heartbeat."""
        made = Process(self.name, "server", "here", "1", 0, self.site.time)
        await self.site.store.write(lambda unit: unit.processes.see(made))

    async def sought(self, name: str, game: str, rating: int) -> Seek:
        account = await self.site.account(name)
        return Seek(new_id(), account, game, Untimed(), rating, self.site.time)

    async def seek(
        self, name: str, *, game: str = "cengers", rating: int = 1500, request: str = "1", line: int = 1
    ) -> Seek:
        seek = await self.sought(name, game, rating)
        await self.pool.add(seek, request, line)
        return seek

    async def take(
        self, listed: Seek, name: str, *, game: str = "cengers", rating: int = 1500, request: str = "2"
    ) -> None:
        await self.pool.take(listed.id, await self.sought(name, game, rating), request)

    async def waiting(self) -> list[str]:
        """The names of the waiting players, as this process sees them."""
        return sorted(who.name for _, who in (await self.pool.listed(1000))[1])

    async def leave(self, name: str, line: int = 1) -> None:
        """Close the connection, and wait until that is written."""
        self.pool.leave(await self.site.account(name), line)
        await asyncio.gather(*self.pool._leaving)


Story = Callable[[Site], Awaitable[None]]


@pytest.fixture
def site(database: str) -> Callable[[Story], None]:
    """Runs a story on a site with its own database, of either kind."""
    upgrade(database)

    def run(story: Story) -> None:
        async def live() -> None:
            site = Site(Store(database))
            try:
                await story(site)
            finally:
                await site.store.close()

        asyncio.run(live())

    return run


Run = Callable[[Story], None]


def test_a_player_who_leaves_while_a_pairing_fails_does_not_keep_waiting(site: Run) -> None:
    """The store fails; meanwhile one of the two has left, and nothing else would remove them from the pool."""

    async def story(site: Site) -> None:
        alone = site.process("alone")
        pair = alone.factory.pair

        async def fail(id: str, first: Seek, second: Seek, take: Callable[[Unit], None]) -> None:
            await alone.pool.remove(await site.account("Ann"), 1)
            raise OSError("the disk is full")

        for line, name in enumerate(("Ann", "Bob"), 1):
            await alone.seek(name, line=line)
        alone.factory.pair = fail  # type: ignore[method-assign]
        with pytest.raises(OSError, match="full"):
            await alone.pool.pairer.round()
        alone.factory.pair = pair  # type: ignore[method-assign]
        await alone.pool.pairer.round()
        assert (await alone.waiting(), len(alone.pool), alone.told) == (["Bob"], 1, [])
        await alone.seek("Cid")
        await alone.pool.pairer.round()
        assert [names for _, names in alone.told] == [["Bob", "Cid"]]

    site(story)


def test_a_player_who_takes_a_seek_is_paired_with_it_regardless_of_ratings(site: Run) -> None:
    async def story(site: Site) -> None:
        one, other = await site.two()
        ann, cid = await one.seek("Ann", rating=2400), await one.seek("Cid", rating=800, line=2)
        await other.seek("Bob", game="flipflop", request="elsewhere")
        await other.take(ann, "Bob", rating=800)
        await one.take(ann, "Bob", rating=800)  # the connection broke, and the client asks again
        ((match, names),) = other.told
        assert (names, one.told) == (["Ann", "Bob"], [(match, ["Bob"])])
        assert await other.waiting() == ["Cid"]  # players in a match are no longer in the pool
        for server in (one, other):
            with pytest.raises(Refused, match=r"^Ann is no longer looking for a game\.$") as refused:
                await server.take(ann, "Dan")
            assert refused.value.code == "gone"
        await one.leave("Cid", line=2)
        with pytest.raises(Refused, match=r"^Cid is no longer"):
            await other.take(cid, "Dan")
        await site.store.write(lambda unit: unit.accounts.delete(site.accounts["Ann"]))
        with pytest.raises(Refused, match=r"^This player is no longer looking for a game\.$"):
            await other.take(ann, "Dan")
        assert await site.matches() == 1

    site(story)


@pytest.mark.parametrize(("name", "game", "code"), [("Ann", "cengers", "own_match"), ("Bob", "flipflop", "invalid")])
def test_nobody_takes_their_own_seek_or_one_with_other_settings(site: Run, name: str, game: str, code: str) -> None:
    async def story(site: Site) -> None:
        alone = site.process("alone")
        ann = await alone.seek("Ann")
        with pytest.raises(Refused) as refused:
            await alone.take(ann, name, game=game)
        assert refused.value.code == code
        assert (await alone.waiting(), alone.told) == (["Ann"], [])

    site(story)


def test_a_round_pairs_any_number_of_players(site: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool_pairer, "MOST_PAIRS", 5)

    async def story(site: Site) -> None:
        assert MOST_PAIRS > 5
        alone = site.process("alone")
        await asyncio.gather(*(alone.seek(f"Player{number}") for number in range(26)))
        await alone.pool.pairer.round()
        assert (len(alone.told), len(alone.pool), await alone.waiting()) == (13, 0, [])

    site(story)


def test_players_of_two_processes_are_paired_once_and_both_are_notified(site: Run) -> None:
    async def story(site: Site) -> None:
        one, other = await site.two()
        await one.seek("Ann")
        await one.pool.pairer.round()
        await other.seek("Bob")
        for _ in range(2):
            await other.pool.pairer.round()
            await one.pool.pairer.round()
        await other.pool.pairer.round()
        ((match, names),) = one.told
        assert (names, other.told) == (["Ann", "Bob"], [(match, ["Bob"])])
        assert (await site.matches(), await other.waiting()) == (1, [])

    site(story)


def test_when_the_pairer_dies_another_takes_over_and_pairs_nobody_with_its_players(site: Run) -> None:
    async def story(site: Site) -> None:
        one, other = await site.two()
        await one.seek("Ann")
        await one.pool.pairer.round()
        await other.seek("Bob")
        site.time += LEASE - 1
        await other.pool.pairer.round()
        assert (len(one.pool), len(other.pool)) == (1, 0)  # the lease is still held
        site.time += DEAD_AFTER
        await other.send_heartbeat()
        await other.seek("Cid", line=2, rating=2500)
        await other.pool.pairer.round()
        assert (len(other.pool), await site.matches(), await other.waiting()) == (2, 0, ["Ann", "Bob", "Cid"][1:])
        await one.send_heartbeat()  # it was only suspended, and believes that it does the pairing
        for server in (one, other):
            await server.pool.pairer.round()
        assert await site.matches() == 1
        assert await other.waiting() == ["Cid"]

    site(story)


def test_two_processes_that_both_believe_they_pair_pair_nobody_twice(site: Run) -> None:
    """A process that was suspended after reading the seeks does not know what the other one has done since."""

    async def story(site: Site) -> None:
        one, other = await site.two()
        await one.seek("Ann")
        site.time += 1
        await one.seek("Bob", rating=1590, line=2)
        suspended = site.process("suspended")
        suspended.pool.pairer._waiting.is_stale = True
        await suspended.pool.pairer._waiting.read_changes()
        await other.seek("Cid", rating=1510)
        await one.pool.pairer.round()
        assert [names for _, names in one.told] == [["Ann", "Cid"]]
        for _ in range(2):
            await suspended.pool.pairer.round()
        assert (suspended.told, await site.matches(), await other.waiting()) == ([], 1, ["Bob"])

    site(story)


def test_reconnecting_to_another_process_moves_the_seek_and_the_closed_connection_removes_nothing(site: Run) -> None:
    async def story(site: Site) -> None:
        one, other = await site.two()
        await one.seek("Ann", line=7)
        await other.seek("Ann", line=3)
        await one.leave("Ann", line=7)
        assert await other.waiting() == ["Ann"]
        await other.leave("Ann", line=3)
        assert await other.waiting() == []

    site(story)


def test_a_seek_of_two_connections_of_a_process_belongs_to_the_newer_one(site: Run) -> None:
    async def story(site: Site) -> None:
        alone = site.process("alone")
        for line in (1, 2):
            await alone.seek("Ann", line=line)
        await alone.leave("Ann", line=1)
        await alone.seek("Bob", line=3)
        await alone.pool.pairer.round()
        assert [names for _, names in alone.told] == [["Ann", "Bob"]]

    site(story)


def test_a_player_paired_while_reconnecting_is_notified_and_does_not_wait_again(site: Run) -> None:
    async def story(site: Site) -> None:
        one, other = await site.two()
        await one.seek("Ann")
        await one.seek("Bob", line=2)
        await one.pool.pairer.round()
        ((match, _),) = one.told
        await other.seek("Ann", line=5)
        assert (other.told, await other.waiting()) == ([(match, ["Ann"])], [])
        await one.seek("Bob", line=2)  # over the same connection: it reuses its ids
        site.time += LATELY
        await one.send_heartbeat()
        await other.seek("Ann", game="flipflop", line=5)
        assert await other.waiting() == ["Ann", "Bob"]

    site(story)


def test_a_process_that_runs_alone_removes_its_predecessors_seeks(site: Run) -> None:
    async def story(site: Site) -> None:
        before, alone = site.process("before"), site.process("alone")
        await before.seek("Ann")
        await before.send_heartbeat()
        assert await alone.waiting() == ["Ann"]
        await alone.pool.start()
        assert await alone.waiting() == []

    site(story)


def test_waiting_alone_reads_and_writes_nothing(site: Run) -> None:
    async def story(site: Site) -> None:
        alone = site.process("alone")
        await alone.seek("Ann")
        await alone.seek("Bob", rating=2500, line=2)
        await alone.pool.pairer.round()
        store, alone.pool.pairer._store = alone.pool.pairer._store, None  # type: ignore[assignment]
        for _ in range(3):
            site.time += 10_000
            await alone.pool.pairer.round()
        assert len(alone.pool) == 2
        alone.pool.pairer._store = store
        site.time += 30_000
        await alone.pool.pairer.round()
        assert [names for _, names in alone.told] == [["Ann", "Bob"]]

    site(story)


def test_old_seeks_are_deleted_when_nobody_asks_for_them_any_more(site: Run) -> None:
    async def story(site: Site) -> None:
        alone = site.process("alone")
        ann = await alone.seek("Ann")
        await alone.pool.remove(ann.account, 1)
        for _ in range(2):
            site.time += KEPT
            await alone.pool.pairer.round()
        with pytest.raises(Refused, match=r"^This player"):
            await alone.take(ann, "Bob")

    site(story)


def test_a_player_who_leaves_while_the_database_does_not_answer_is_removed_later(site: Run) -> None:
    async def story(site: Site) -> None:
        alone = site.process("alone")
        await alone.seek("Ann")
        write = site.store.write

        async def fail(work: object) -> None:
            raise Unavailable("away", "away")

        site.store.write = fail  # type: ignore[assignment,method-assign]
        await alone.leave("Ann")
        assert (len(alone.pool), await alone.waiting()) == (0, ["Ann"])
        site.store.write = write  # type: ignore[method-assign]
        await alone.pool.pairer.round()
        assert await alone.waiting() == []

    site(story)


def test_a_seek_whose_removal_was_refused_is_removed_when_that_is_asked_again(site: Run) -> None:
    """Or in the next round; and before the connection asks for another seek, which stays."""

    async def story(site: Site) -> None:
        alone = site.process("alone")
        write = site.store.write

        async def fail(work: object) -> None:
            raise Unavailable("away", "away")

        async def refused() -> None:
            seek = await alone.seek("Ann")
            site.store.write = fail  # type: ignore[assignment,method-assign]
            with pytest.raises(Unavailable):
                await alone.pool.remove(seek.account, 1)
            site.store.write = write  # type: ignore[method-assign]
            assert await alone.waiting() == ["Ann"]

        await refused()
        await alone.pool.remove(await site.account("Ann"), 1)
        assert await alone.waiting() == []
        await refused()
        await alone.pool.pairer.round()
        assert await alone.waiting() == []
        await refused()
        await alone.seek("Ann", request="2")
        await alone.pool.pairer.round()
        assert await alone.waiting() == ["Ann"]

    site(story)


def test_a_pairing_that_may_not_have_been_written_is_found_and_announced(site: Run) -> None:
    """The connection to the database was lost right after the commit."""

    async def story(site: Site) -> None:
        alone = site.process("alone")
        pair = alone.factory.pair

        async def lose(id: str, first: Seek, second: Seek, take: Callable[[Unit], None]) -> None:
            await pair(id, first, second, take)
            raise Unavailable("away", "away")

        alone.factory.pair = lose  # type: ignore[method-assign]
        ann = await alone.seek("Ann")
        with pytest.raises(Unavailable):
            await alone.take(ann, "Bob")
        assert alone.told == []
        await alone.pool.pairer.round()
        await alone.take(ann, "Bob")  # he asks again, because he was told to
        assert [names for _, names in alone.told] == [["Ann"], ["Bob"]]
        await alone.seek("Cid")
        await alone.seek("Dan", line=2)
        with pytest.raises(Unavailable):
            await alone.pool.pairer.round()
        await alone.pool.pairer.round()
        assert sorted(names for _, names in alone.told[2:]) == [["Cid"], ["Dan"]]
        assert (await site.matches(), len(alone.pool)) == (2, 0)

    site(story)
