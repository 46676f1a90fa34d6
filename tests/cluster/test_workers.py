"""Workers: processes that play the bots' turns and review matches for servers, and that die and come back."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import httpx
import pytest
from sqlalchemy import select

from live.players import UNTIMED, Player, guest, play_through
from quincunx.host.jobs import outbox
from quincunx.store.schema import jobs
from quincunx.store.store import Store
from servers import Server, Workers, running
from services import Redis

FEW = {"bots": 0, "reviews": 0, "messages_a_second": 100_000}  # the settings of a server that leaves work to workers
LONGEST = 8  # the level that uses all of its time


class Site:
    """A server that leaves bots and reviews to workers, and a way to start those."""

    def __init__(self, stack: ExitStack, database: str, bus: str) -> None:
        self._stack = stack
        self.database = database
        self._bus = bus
        self.server = stack.enter_context(running(database, bus=bus, **FEW))

    def workers(self, bots: int = 1, reviews: int = 0, **settings: object) -> Server:
        """Start a process of workers."""
        numbers = {"bots": bots, "reviews": reviews, "bus": self._bus, "log_level": "debug"}
        return self._stack.enter_context(running(self.database, Workers, **(numbers | settings)))

    async def claim(self, match: str) -> Any:
        """The row of the bot's job."""
        store = Store(self.database)
        try:
            mine = select(jobs).where(jobs.c.kind == outbox.BOT, jobs.c.subject == match)
            return await store.read(lambda unit: unit.connection.execute(mine).one())
        finally:
            await store.close()


@pytest.fixture
def site(new_postgresql: Callable[[], str], redis: Redis) -> Iterator[Site]:
    with ExitStack() as stack:
        yield Site(stack, new_postgresql(), redis.url)


async def against(player: Player, level: int) -> str:
    """A match against a bot, after the player's first move."""
    asked = {"game": "cengers", "clock": UNTIMED, "colour": "first", "opponent": {"kind": "bot", "level": level}}
    made = await player.does("create", **asked)
    await player.does("watch", match=made["match"])
    assert (await player.plays(made["match"], "f3-e3"))["type"] == "ack"
    return str(made["match"])


async def answered(player: Player, match: str) -> None:
    """Wait for the bot's move."""
    await player.until(lambda: player.match(match).state.ply == 2)


async def logged(process: Server, what: str, **fields: object) -> dict[str, Any]:
    return await asyncio.to_thread(process.wait_for_log, what, **fields)


def test_a_bot_on_a_server_without_bots_is_played_by_a_worker(site: Site) -> None:
    """Low levels answer on the server itself, even if there is no worker."""

    async def story() -> None:
        ann = await guest(site.server).come()
        await answered(ann, await against(ann, 1))
        waiting = await against(ann, LONGEST)
        workers = site.workers(bot_seconds=0.1)
        await answered(ann, waiting)
        await answered(ann, await against(ann, LONGEST))
        assert {path: httpx.get(workers.url + path).status_code for path in ("/health", "/ready", "/metrics")} == {
            "/health": 200,
            "/ready": 200,
            "/metrics": 200,
        }
        assert "quincunx_events_total 2.0" in httpx.get(f"{workers.url}/metrics").text
        assert workers.stop() == 0

    play_through(story)
