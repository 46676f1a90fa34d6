"""PostgreSQL's machine is lost while games run, and its standby takes over: nothing acknowledged is lost."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from live.conftest import LIVELY
from live.players import LONG_STORY, begun, guest, play_through
from live.stored import read_stored
from live.test_restarts import Tournament
from live.wires import until
from postgresql import PostgreSQL, Standby
from servers import running


@pytest.fixture
def standby(own_postgresql: PostgreSQL) -> Iterator[Standby]:
    """A synchronous standby of the test's own server."""
    server = Standby(own_postgresql)
    try:
        server.start()
        yield server
    finally:
        server.remove()


class Failover(Tournament):
    """A tournament during which the primary is killed, and the standby is promoted once a client has been refused."""

    primary: PostgreSQL
    standby: Standby

    async def disaster(self) -> None:
        await asyncio.to_thread(self.primary.kill)
        before = self.refused()
        while self.refused() == before:
            await asyncio.sleep(0.01)
        await asyncio.to_thread(self.standby.promote)

    def refused(self) -> int:
        """How often a client was told that the server is busy."""
        return sum(line.refused for line in self.lines)


def test_a_failover_loses_nothing_acknowledged(own_postgresql: PostgreSQL, standby: Standby) -> None:
    """Clients send again what was refused. The server reaches the new primary by itself; its process is the same."""
    both = f"host=127.0.0.1,127.0.0.1&port={own_postgresql.port},{standby.port}"

    async def story() -> None:
        tournament = Failover(server, seed=20)
        tournament.primary, tournament.standby = own_postgresql, standby
        await tournament.run(matches=30, kills=1)
        assert tournament.refused()
        server.kill()
        tournament.check(await read_stored(standby.url, {match for match, _ in tournament.acks}))
        assert not [line for line in server.log if line["level"] == "error"]

    with running(f"postgresql://quincunx@/postgres?{both}&target_session_attrs=read-write", **LIVELY) as server:
        play_through(story, LONG_STORY)


def test_a_database_that_accepts_no_writes_is_busy(own_postgresql: PostgreSQL) -> None:
    """As a former primary does that has become a standby. Matches can be read meanwhile."""

    async def story() -> None:
        ann, bob = await guest(server).come(), await guest(server).come()
        match, (x, _) = await begun(ann, bob)
        read_only(own_postgresql, "on")
        assert (await x.plays(match, "f3-e3", "move"))["code"] == "busy"
        tab = await bob.another_tab().come()
        await tab.does("watch", match=match)
        read_only(own_postgresql, "off")
        while (answer := await x.plays(match, "f3-e3", "move"))["type"] != "ack":
            assert answer["code"] == "busy"
        assert not [line for line in server.log if line["level"] == "error"]

    with running(own_postgresql.url, **LIVELY) as server:
        play_through(story)


def read_only(database: PostgreSQL, value: str) -> None:
    """Let the database refuse or accept writes, on new connections; the present ones are closed."""
    database.ask(f"ALTER SYSTEM SET default_transaction_read_only = {value}")
    database.ask("SELECT pg_reload_conf()")
    until(lambda: database.ask("SHOW default_transaction_read_only") == [(value,)])
    others = "FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
    database.ask(f"SELECT pg_terminate_backend(pid, 10000) {others}")
