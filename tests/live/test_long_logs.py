"""A match with a long log is read outside of the event loop: others are answered meanwhile."""

from __future__ import annotations

import asyncio
import threading
import time

import pytest

from live.players import Player, guest, play_through, stranger
from quincunx.host.live_matches import LiveMatches
from quincunx.host.match_header import header
from quincunx.play.clocks import Untimed
from quincunx.play.events import Accepted, Acted, AnyEvent, Created, Offered, write_event
from quincunx.play.match import Match
from quincunx.play.seats import Friend, Person
from quincunx.store.store import Store, Unit
from quincunx.store.upgrade import upgrade
from servers import running

NOON = 1_800_000_000_000
LENGTH = 60_001  # events: earlier versions let logs grow up to 10,000; this machine may be fast


def long_log(account: str) -> list[AnyEvent]:
    """A person at one screen plays a move and takes it back, over and over."""
    seats = (Person(account, "Ann"), Friend("Ben"))
    created = Created(at=NOON, game="cengers", options={}, seats=seats, clock=Untimed(), kind="hot_seat")
    again: list[AnyEvent] = [
        Acted(at=NOON, side=0, action="f3-e3"),
        Offered(at=NOON, side=1, offer="takeback", ply=0),
        Accepted(at=NOON, side=0, offer="takeback"),
    ]
    return [created, *again * (LENGTH // len(again))]


async def keep(store: Store) -> str:
    """Store such a match, as an earlier version might have left it."""

    def work(unit: Unit) -> str:
        account = unit.accounts.add_guest(NOON)
        log = long_log(account.id)
        assert isinstance(log[0], Created)
        unit.matches.create(header("long", log[0], None))
        unit.log.append("long", after=0, events=[write_event(event) for event in log], at=NOON)
        return "long"

    return await store.write(work)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of a database with a long match."""
    url = f"sqlite:///{tmp_path_factory.mktemp('long') / 'long.db'}"
    upgrade(url)

    async def fill() -> None:
        store = Store(url)
        await keep(store)
        await store.close()

    asyncio.run(fill())
    return url


async def longest_silence(player: Player, until: asyncio.Task[object]) -> float:
    """Ping repeatedly; returns the longest time an answer took."""
    longest = 0.0
    while not until.done():
        asked = time.perf_counter()
        await player.does("ping")
        longest = max(longest, time.perf_counter() - asked)
    return longest


def test_while_a_long_match_is_folded_others_are_answered(kept: str) -> None:
    """Measured as a share of the whole: on the event loop, replaying the log would take most of it."""

    async def story() -> None:
        with running(kept, messages_a_second=100_000) as server:
            ann, bob = await stranger(server).come(), await guest(server).come()
            await bob.does("ping")
            began = time.perf_counter()
            watching = asyncio.create_task(ann.does("watch", match="long", since=LENGTH))
            silence = await longest_silence(bob, watching)
            assert (await watching)["last"] == LENGTH
            assert silence < (time.perf_counter() - began) / 2

    play_through(story)


def test_a_long_log_is_folded_in_a_thread_of_its_own(kept: str, monkeypatch: pytest.MonkeyPatch) -> None:
    threads: set[str] = set()
    fold = Match.from_events.__func__  # type: ignore[attr-defined]

    def noting(cls: type[Match], log: list[AnyEvent]) -> Match:
        threads.add(threading.current_thread().name)
        match: Match = fold(cls, log)
        return match

    async def story() -> None:
        store = Store(kept)
        monkeypatch.setattr(Match, "from_events", classmethod(noting))
        async with LiveMatches(store, lambda: NOON).hold("long") as live:
            assert (live.match.version, len(live.log), live.match.state.ply) == (LENGTH, LENGTH, 0)
        await store.close()

    play_through(story)
    assert all(name.startswith("fold") for name in threads)
