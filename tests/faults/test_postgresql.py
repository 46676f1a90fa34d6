"""PostgreSQL and the server are killed while 100 games run: nothing acknowledged is lost, nothing happens twice."""

from __future__ import annotations

import asyncio
import itertools

from live.conftest import LIVELY
from live.players import LONG_STORY, play_through
from live.stored import read_stored
from live.test_restarts import Tournament
from postgresql import PostgreSQL
from servers import running


class Disasters(Tournament):
    """A tournament during which the database and the server are killed in turn."""

    def __init__(self, postgresql: PostgreSQL, **fields: object) -> None:
        super().__init__(**fields)  # type: ignore[arg-type]
        self._postgresql = postgresql
        self._turns = itertools.cycle((self._kill_database, super().disaster))

    async def disaster(self) -> None:
        await next(self._turns)()

    async def _kill_database(self) -> None:
        """Kill the database under load, and restart it once a client has been refused."""
        await asyncio.to_thread(self._postgresql.crash)
        before = self._refused()
        while self._refused() == before:
            await asyncio.sleep(0.01)
        await asyncio.to_thread(self._postgresql.start)

    def _refused(self) -> int:
        return sum(line.refused for line in self.lines)


def test_kills_at_random_moments_neither_lose_nor_duplicate_anything_acknowledged(own_postgresql: PostgreSQL) -> None:
    """Clients are refused while the database is down, and send the same commands again."""

    async def story() -> None:
        tournament = Disasters(own_postgresql, server=server, seed=200)
        await tournament.run(matches=100, kills=5)
        server.kill()
        tournament.check(await read_stored(own_postgresql.url, {match for match, _ in tournament.acks}))
        assert not [line for line in server.log if line["level"] == "error"]

    with running(own_postgresql.url, **LIVELY) as server:
        play_through(story, LONG_STORY)
