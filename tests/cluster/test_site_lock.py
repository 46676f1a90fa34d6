"""A server does not start on the database of another one that it could not exchange hints with, and says why."""

from __future__ import annotations

import json

import psycopg
import pytest

import commands
from live.wires import until
from postgresql import PostgreSQL
from quincunx.store.site_lock import KEY
from servers import Server, running
from services import Redis

SOON = {"quincunx.store.site_lock.CHECK_EVERY": 0.1, "quincunx.store.site_lock.PATIENCE_AFTER_LOSS": 1.0}


def refusal(database: str, *more: str) -> str:
    """The reason why a server does not start."""
    done = commands.run("serve", "--port", "0", "--database", database, *more)
    assert done.returncode == 2, done.stderr
    return done.stderr


def test_servers_on_one_database_must_share_a_bus(database: str, shared_redis: Redis) -> None:
    with running(database) as server:
        told = refusal(database)
        assert "another server is using this database" in told
        assert "--bus" in told
        if database.startswith("postgresql"):
            assert "a server without --bus" in refusal(database, "--bus", shared_redis.url)
        server.kill()
        server.start()  # the lock of a killed server is free again


def test_servers_with_a_bus_keep_out_one_without(new_postgresql: object, shared_redis: Redis) -> None:
    database = new_postgresql()  # type: ignore[operator]
    with running(database, bus=shared_redis.url), running(database, bus=shared_redis.url):
        assert "start every server with the same --bus" in refusal(database)


def test_the_lock_survives_the_database(own_postgresql: PostgreSQL, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a restart of the database the server takes its lock again, or stops if another one has taken it."""
    monkeypatch.setenv("TEST_CONSTANTS", json.dumps(SOON))
    with running(own_postgresql.url) as server:
        own_postgresql.crash()
        own_postgresql.start()
        until(lambda: is_locked(own_postgresql.url))
        assert "another server" in refusal(own_postgresql.url)
        server.freeze()
        own_postgresql.crash()
        own_postgresql.start()
        with running(own_postgresql.url):
            server.thaw()
            assert ended(server) == 2
        assert "site taken" in [line["what"] for line in server.log]


def is_locked(database: str) -> bool:
    """Whether anyone holds the lock."""
    with psycopg.connect(database) as connection:
        held = connection.execute("SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objid = %s", [KEY])
        return held.fetchone() is not None


def ended(server: Server) -> int:
    """The exit code of a server that stops by itself."""
    return server._ended()
