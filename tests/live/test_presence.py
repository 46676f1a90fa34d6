"""Presence is sent to watchers at most once a second, and the last change is always sent."""

from __future__ import annotations

from live.players import Player, begun, guest, play_through
from servers import Server

TIMES = 300


def told(player: Player, match: str) -> int:
    """How often a client received presence messages."""
    return sum(message["type"] == "presence" and message["match"] == match for message in player.heard)


def test_a_lag_that_changes_all_the_time_is_not_told_all_the_time(server: Server) -> None:
    async def story() -> None:
        ann, bob = await guest(server).come(), await guest(server).come()
        match, (x, o) = await begun(ann, bob)
        before = told(o, match)
        for number in range(TIMES):
            await x.does("ping", lag=1000 * (number % 2))
        await x.does("ping", lag=4321)
        await o.until(lambda: o.heard[-1].get("lag", [None])[0] == 4321)
        assert told(o, match) - before < TIMES / 3

    play_through(story)


def test_nor_is_somebody_who_comes_and_goes(server: Server) -> None:
    async def story() -> None:
        ann, bob, cid = await guest(server).come(), await guest(server).come(), await guest(server).come()
        match, _ = await begun(ann, bob)
        before = told(ann, match)
        for _ in range(TIMES // 2):
            await cid.does("watch", match=match)
            await cid.does("unwatch", match=match)
        await cid.does("watch", match=match)
        assert told(cid, match) >= TIMES // 2  # a new client receives it at once
        await ann.until(lambda: ann.heard[-1].get("watchers") == 3)
        assert told(ann, match) - before < TIMES / 3
        await cid.go()
        await ann.until(lambda: ann.heard[-1].get("watchers") == 2)

    play_through(story)
