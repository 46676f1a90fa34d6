"""A connection lasts no longer than the session or the token that opened it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

import pytest
from litestar import Litestar

from quincunx.protocol.accounts import Account
from quincunx.server.app import create_app
from quincunx.server.config import Config
from quincunx.server.identity import now
from quincunx.server.live import socket
from quincunx.server.live.application import LiveApplication
from quincunx.store.store import Store, Unit
from quincunx.store.upgrade import upgrade
from servers import DEADLINE

T = TypeVar("T")
DAY = 86_400_000

Story = Callable[[Litestar, Account], Awaitable[None]]


@pytest.fixture
def with_ann(tmp_path: Path) -> Callable[[Story], None]:
    """Runs a story with a member, in a server in the test's own process."""
    database = f"sqlite:///{tmp_path / 'test.db'}"
    upgrade(database)

    def run(story: Story) -> None:
        async def live() -> None:
            app = create_app(Config(database=database))
            async with app.lifespan():
                store: Store = app.state.store
                await story(app, await store.write(lambda unit: unit.accounts.add_member("Ann", "hash", 1)))

        asyncio.run(live())

    return run


async def line(app: Litestar, **headers: str) -> list[str]:
    """Open a connection, stay until the server closes it; returns the events, which show whether it was accepted."""
    done: list[str] = []
    closed = asyncio.Event()
    sent = [("host", "127.0.0.1"), *headers.items()]
    scope = {"type": "websocket", "asgi": {"version": "3.0"}, "http_version": "1.1", "scheme": "ws", "path": "/live"}
    scope |= {"raw_path": b"/live", "query_string": b"", "root_path": "", "subprotocols": [], "state": {}}
    scope |= {"headers": [(key.encode(), value.encode()) for key, value in sent], "client": ("127.0.0.1", 1)}

    async def receive() -> dict[str, Any]:
        if not done:
            return {"type": "websocket.connect"}
        await closed.wait()
        return {"type": "websocket.disconnect", "code": 1001}

    async def send(event: dict[str, Any]) -> None:
        if event["type"] != "websocket.send":
            done.append(event["type"].removeprefix("websocket."))
        if event["type"] == "websocket.close":
            closed.set()

    await asyncio.wait_for(app(scope, receive, send), DEADLINE)  # type: ignore[arg-type]
    return done


def after_the_first_read(app: Litestar, happens: Callable[[], Awaitable[None]]) -> None:
    """Run something between looking up who somebody is and anything else."""
    store: Store = app.state.store
    read = store.read

    async def reading(work: Callable[[Unit], T]) -> T:
        if not work.__qualname__.startswith("_by_"):  # other reads go on meanwhile, such as due jobs
            return await read(work)
        store.read = read  # type: ignore[method-assign]
        found = await read(work)
        await happens()
        return found

    store.read = reading  # type: ignore[method-assign]


def test_a_line_ends_with_its_token(with_ann: Callable[[Story], None], monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(app: Litestar, ann: Account) -> None:
        live: LiveApplication = app.state.live
        expires = now() + DAY
        secret, _ = await live.store.write(lambda unit: unit.tokens.add(ann.id, "bot", ["play"], now(), expires))
        monkeypatch.setattr(socket, "now", lambda: expires)  # a day later, as seen by the connection
        assert await line(app, authorization=f"Bearer {secret}") == ["accept", "close"]

    with_ann(story)


def test_a_line_ends_with_its_session(with_ann: Callable[[Story], None], monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(app: Litestar, ann: Account) -> None:
        live: LiveApplication = app.state.live
        secret = await live.store.write(lambda unit: unit.sessions.open(ann.id, "Firefox", now()))
        monkeypatch.setattr(socket, "now", lambda: now() + 31 * DAY)
        assert await line(app, cookie=f"quincunx={secret}") == ["accept", "close"]

    with_ann(story)


def test_who_logs_out_while_a_line_is_being_opened_gets_none(with_ann: Callable[[Story], None]) -> None:
    async def story(app: Litestar, ann: Account) -> None:
        live: LiveApplication = app.state.live
        secret = await live.store.write(lambda unit: unit.sessions.open(ann.id, "Firefox", now()))

        async def log_out() -> None:
            await live.store.write(lambda unit: unit.sessions.close_all(ann.id))
            live.drop(ann.id)

        after_the_first_read(app, log_out)
        assert await line(app, cookie=f"quincunx={secret}") == ["close"]

    with_ann(story)


def test_so_does_a_program_whose_token_is_revoked_meanwhile(with_ann: Callable[[Story], None]) -> None:
    async def story(app: Litestar, ann: Account) -> None:
        live: LiveApplication = app.state.live
        secret, _ = await live.store.write(lambda unit: unit.tokens.add(ann.id, "bot", ["play"], now(), None))
        await live.store.write(lambda unit: unit.tokens.touch(unit.tokens.of_account(ann.id)[0].id, now()))

        async def revoke() -> None:
            await live.store.write(lambda unit: unit.tokens.revoke_all(ann.id))
            live.drop(ann.id)

        after_the_first_read(app, revoke)
        assert await line(app, authorization=f"Bearer {secret}") == ["close"]

    with_ann(story)
