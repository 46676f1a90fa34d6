"""A server is suspended for longer than its claims last: another one takes over, and nothing happens twice."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from live.players import MINUTE, Player, begun, guest, play_through
from quincunx.play.events import Acted, Resumed
from servers import running
from services import Redis

BOT_SECONDS = 1.0


def test_a_stale_claim_duplicates_nothing(new_postgresql: Callable[[], str], shared_redis: Redis) -> None:
    """A bot's server is suspended while it thinks; the other server's bot answers. No clock is corrected for that."""
    database, settings = new_postgresql(), {"bus": shared_redis.url, "bot_seconds": BOT_SECONDS}

    async def story() -> None:
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
        await tab.until(lambda: tab.match(match).state.ply == 2)
        one.thaw()
        await ann.until(lambda: ann.match(match).state.ply == 2)
        action = ann.match(match).state.text(ann.match(match).state.legal_actions()[0])
        assert (await ann.plays(match, action))["type"] == "ack"
        await ann.until(lambda: ann.match(match).state.ply == 4)
        await tab.sees(match, len(ann.logs[match]))
        assert [event.side for event in tab.events(match) if isinstance(event, Acted)] == [0, 1, 0, 1]
        assert not [event for event in tab.events(match) if isinstance(event, Resumed)]
        assert tab.logs[match] == ann.logs[match]

    with running(database, **settings) as one, running(database, **settings) as other:  # type: ignore[arg-type]
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
