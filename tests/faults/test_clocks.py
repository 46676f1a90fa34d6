"""Two servers whose machines' clocks are five seconds apart: no match's clock is affected."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from live.players import MINUTE, begun, guest, play_through
from servers import Installed, running
from services import Redis

AHEAD = 5_000  # milliseconds
ERROR = 1_000  # maximum error of the measured difference: the database answers the servers at once

LIBRARIES = sorted(Path("/usr/lib").glob("*/faketime/libfaketime.so.1"))


class Ahead(Installed):
    """A server whose machine's clock is ahead."""

    def begin(self, words: list[str], environment: dict[str, str], errors: int) -> subprocess.Popen[bytes]:
        fast = {"LD_PRELOAD": str(LIBRARIES[0]), "FAKETIME": f"+{AHEAD // 1000}s"}
        return subprocess.Popen([sys.executable, "-m", "quincunx", *words], env=environment | fast, stderr=errors)


@pytest.mark.skipif(not LIBRARIES, reason="no libfaketime on this machine (Debian: libfaketime)")
def test_two_servers_agree_on_the_time(new_postgresql: Callable[[], str], shared_redis: Redis) -> None:
    database, bus = new_postgresql(), shared_redis.url

    async def story() -> None:
        ann, bob = await guest(ahead).come(), await guest(right).come()
        match, (x, o) = await begun(ann, bob, clock=MINUTE)
        for player, other, action in ((x, o, "f3-e3"), (o, x, "c6-d6"), (x, o, "f2-f3")):
            assert (await player.plays(match, action))["type"] == "ack"
            await other.sees(match, len(player.logs[match]))
        times = [event.at for event in x.events(match)]
        assert times == sorted(times)
        first = (await ann.asks("ping"))["time"]
        then = (await bob.asks("ping"))["time"]
        assert first <= then + ERROR
        left = x.match(match).times.left
        assert left is not None
        assert sum(left) >= 2 * 60_000 - (times[-1] - times[0])

    with running(database, Ahead, bus=bus) as ahead, running(database, bus=bus) as right:
        play_through(story)
