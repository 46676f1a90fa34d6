"""A server is suspended for longer than its claims last: another one takes over, and nothing happens twice."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from cluster.conftest import Pair
from cluster.test_pool import clock, come, matches_of, paired, waiting_on_both
from live.players import MINUTE, Player, begun, guest, play_through
from quincunx.play.events import Acted, Resumed
from servers import Server, running
from services import Redis

LEASE = 500  # milliseconds
DEAD_AFTER = 2_500  # milliseconds after which a process counts as dead
SUSPENDED = 5.0  # seconds: many times as long as any lease, as if a server with the usual ones were suspended for long
CONSTANTS = {
    "quincunx.host.host.BOT_LEASE": LEASE,
    "quincunx.host.pool_lease.LEASE": LEASE,
    "quincunx.server.live.application.LEASE": LEASE,
    "quincunx.store.processes.DEAD_AFTER": DEAD_AFTER,
    "quincunx.host.live_processes.DEAD_AFTER": DEAD_AFTER,
    "quincunx.host.redis_presence.DEAD_AFTER": DEAD_AFTER,
}


@pytest.fixture
def hasty(new_postgresql: Callable[[], str], shared_redis: Redis, monkeypatch: pytest.MonkeyPatch) -> Iterator[Pair]:
    """Two servers whose leases are short."""
    monkeypatch.setenv("TEST_CONSTANTS", json.dumps(CONSTANTS))
    database, settings = new_postgresql(), {"bus": shared_redis.url, "bot_seconds": 0.2}
    with ExitStack() as stack:
        one, other = (stack.enter_context(running(database, **settings)) for _ in range(2))  # type: ignore[arg-type]
        yield Pair(one, other, shared_redis)


def test_stale_leases_duplicate_nothing(hasty: Pair) -> None:
    """The server that pairs, and whose bot is thinking, is suspended for long; the other one does both meanwhile."""

    async def story() -> None:
        async with waiting_on_both(hasty) as (one, other):
            await play(one, other)

    async def play(one: Server, other: Server) -> None:
        ann = await guest(one).come()
        tab = await Player(other, ann.client).come()
        bot = {"kind": "bot", "level": 8}
        asked = {"game": "hnefatafl", "clock": MINUTE, "colour": "first", "opponent": bot}
        match = (await ann.does("create", **asked))["match"]
        for player in (ann, tab):
            await player.does("watch", match=match)
        action = ann.match(match).state.text(ann.match(match).state.legal_actions()[0])
        assert (await ann.plays(match, action))["type"] == "ack"
        one.freeze()  # its bot has claimed the turn, and has only started to think
        since = time.monotonic()
        await tab.until(lambda: tab.match(match).state.ply == 2)
        await pair_two(other, other)
        await asyncio.sleep(since + SUSPENDED - time.monotonic())  # the test needs this time to pass
        one.thaw()
        await pair_two(one, other)
        await ann.until(lambda: ann.match(match).state.ply == 2)
        action = ann.match(match).state.text(ann.match(match).state.legal_actions()[0])
        assert (await ann.plays(match, action))["type"] == "ack"
        await ann.until(lambda: ann.match(match).state.ply == 4)
        await tab.sees(match, len(ann.logs[match]))
        assert [event.side for event in tab.events(match) if isinstance(event, Acted)] == [0, 1, 0, 1]
        assert not [event for event in tab.events(match) if isinstance(event, Resumed)]
        assert tab.logs[match] == ann.logs[match]

    async def pair_two(*servers: Server) -> None:
        players, wanted = await come(*servers), {"game": "brandubh", "clock": clock()}
        await asyncio.gather(*(player.does("seek", **wanted) for player in players))
        made = await paired(*players)
        assert len(made) == 1
        assert set(matches_of(hasty, *players)) == made

    play_through(story)


def test_when_all_servers_are_suspended_no_clock_runs(new_postgresql: Callable[[], str], shared_redis: Redis) -> None:
    """Both are suspended for longer than the players' time, but not at the same moments."""
    database, bus = new_postgresql(), shared_redis.url

    async def story() -> None:
        ann, bob = await guest(one).come(), await guest(other).come()
        match, (x, o) = await begun(ann, bob, clock=MINUTE | {"seconds": 6})
        one.freeze()
        await asyncio.sleep(1)  # the test needs this time to pass
        other.freeze()
        await asyncio.sleep(7)
        other.thaw()
        one.thaw()
        assert (await x.plays(match, "f3-e3"))["type"] == "ack"
        await o.sees(match, len(x.logs[match]))
        lost = sum(event.lost for event in o.events(match) if isinstance(event, Resumed))
        assert lost > 6_000
        assert (await o.plays(match, "c6-d6"))["type"] == "ack"

    with running(database, bus=bus) as one, running(database, bus=bus) as other:
        play_through(story)
