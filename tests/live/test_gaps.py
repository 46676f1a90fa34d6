"""The server's process is stopped for a while, as on a machine that sleeps: nobody loses a game because of it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from live.players import Player, begun, guest, play_through
from quincunx.play.clocks import SECOND
from quincunx.play.events import Resumed
from servers import Server, running

SECONDS = 5  # each player's time for the game: enough to create it on a slow machine
STOPPED = 5.5  # seconds: longer than SECONDS, and than the shortest gap


@pytest.fixture(scope="module")
def sleepy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A separate server, since it is stopped."""
    with running(f"sqlite:///{tmp_path_factory.mktemp('gaps') / 'test.db'}") as server:
        yield server


async def stop_for_a_while(server: Server) -> None:
    server.freeze()
    try:
        await asyncio.sleep(STOPPED)  # the test needs this time to pass
    finally:
        server.thaw()


async def with_little_time(server: Server) -> tuple[str, list[Player]]:
    ann, bob = await guest(server).come(), await guest(server).come()
    return await begun(ann, bob, clock={"kind": "fischer", "seconds": SECONDS, "increment": 0})


def test_no_clock_counts_the_time_in_which_the_process_was_stopped(sleepy: Server) -> None:
    async def story() -> None:
        id, (_, bob) = await with_little_time(sleepy)
        await stop_for_a_while(sleepy)
        await bob.until(lambda: len(bob.events(id)) > 2)
        resumed = bob.events(id)[2]
        assert isinstance(resumed, Resumed)
        assert resumed.lost >= SECONDS * SECOND
        assert any(line["what"] == "outage" for line in sleepy.log)

    play_through(story)


def test_a_move_that_waited_while_the_process_was_stopped_is_in_time(sleepy: Server) -> None:
    async def story() -> None:
        id, (ann, _) = await with_little_time(sleepy)
        stopped = asyncio.create_task(stop_for_a_while(sleepy))
        await asyncio.sleep(0)  # the process is stopped now
        answer = await ann.plays(id, "f3-e3")
        await stopped
        assert answer["type"] == "ack"
        assert ann.match(id).status == "running"

    play_through(story)
