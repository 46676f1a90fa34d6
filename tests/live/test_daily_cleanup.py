"""Guests who have never played and cannot come back are removed eventually; those who have played, or can, stay."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import httpx

from live.players import Player, play_through
from quincunx.host.jobs.daily_cleanup import DailyCleanup
from quincunx.play.clocks import Untimed
from quincunx.play.pairing import Seek
from quincunx.store import unused_guests
from quincunx.store.store import Store, Unit
from quincunx.store.upgrade import upgrade
from servers import DEADLINE, Server, running

LONG_AGO = 1_000


def path_of(server: Server) -> Path:
    return Path(server.database.removeprefix("sqlite:///"))


def changed(server: Server, *statements: str) -> None:
    """Change the server's database directly while it is down."""
    database = sqlite3.connect(path_of(server))
    for statement in statements:
        database.execute(statement)
    database.commit()
    database.close()


def guests(server: Server) -> set[str]:
    database = sqlite3.connect(path_of(server))
    found = {id for (id,) in database.execute("SELECT id FROM accounts WHERE kind = 'guest'")}
    database.close()
    return found


def id_of(client: httpx.Client) -> str:
    return str(client.get("/api/account").json()["id"])


async def plays(server: Server, client: httpx.Client) -> None:
    ann = await Player(server, client).come()
    await ann.does("create", game="cengers", colour="first", opponent={"kind": "bot", "level": 1})
    await ann.go()


async def swept(server: Server) -> dict[str, object]:
    """Wait for the cleanup; returns what it has removed."""
    async with asyncio.timeout(DEADLINE):
        while not (lines := [line for line in server.log if line["what"] == "swept"]):
            await asyncio.sleep(0.05)
    return lines[-1]


def test_only_who_cannot_come_back_and_never_played_is_deleted(tmp_path: Path) -> None:
    async def story(server: Server) -> None:
        names = ("gone", "logged_out", "new", "here", "player", "solver")
        people = {name: server.guest() for name in names}
        ids = {name: id_of(client) for name, client in people.items()}
        member = server.member("Ann")
        await plays(server, people["player"])
        assert people["solver"].post("/api/puzzles/othello/1/solution").status_code == 200
        people["logged_out"].post("/api/logout")
        server.stop()
        expired = "', '".join(ids[name] for name in ("gone", "new", "player", "solver"))
        changed(
            server,
            f"UPDATE accounts SET created = {LONG_AGO} WHERE id != '{ids['new']}'",
            f"UPDATE sessions SET expires = {LONG_AGO} WHERE account IN ('{expired}')",
            "UPDATE jobs SET due = 0 WHERE kind = 'sweep'",
        )
        server.start()
        line = await swept(server)
        assert (line["guests"], line["sessions"]) == (2, 4)
        assert guests(server) == {ids[name] for name in ("new", "here", "player", "solver")}
        assert people["here"].get("/api/account").status_code == 200
        assert member.get("/api/account").status_code == 200

    with running(f"sqlite:///{tmp_path / 'test.db'}") as server:
        play_through(lambda: story(server))


def test_many_are_swept_page_by_page_and_the_next_time_is_tomorrow(database: str) -> None:
    """On either database."""
    upgrade(database)
    count = 2 * unused_guests.PAGE + 1

    async def story() -> None:
        store = Store(database)
        now = 100 * 86_400_000

        def fill(unit: Unit) -> None:
            for _ in range(count):
                guest = unit.accounts.add_guest(0).id
            unit.seeks.put(Seek("s", guest, "cengers", Untimed(), 1500, 0), "1", "dead", 1, 0)  # a long time ago

        await store.write(fill)
        cleanup = DailyCleanup(store, lambda: now)
        await cleanup.plan()
        (job,) = await store.write(lambda unit: unit.jobs.claim(["sweep"], now=now, lease=1000, by="test"))
        await cleanup.do(job)
        assert await store.read(lambda unit: unused_guests.old_guests(unit, "", now)) == []
        assert await store.read(lambda unit: unit.jobs.due("sweep", "sweep")) == now + 86_400_000
        await cleanup.plan()  # as after a restart
        assert await store.read(lambda unit: unit.jobs.due("sweep", "sweep")) == now + 86_400_000
        await store.close()

    asyncio.run(story())
