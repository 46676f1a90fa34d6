"""Requests that overlap a password change: a check that began before it has no effect after it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import NamedTuple, TypeVar

import httpx
import pytest
from pwdlib import PasswordHash

from commands import CHEAP
from quincunx.server.app import create_app
from quincunx.server.config import Config
from quincunx.server.passwords import Passwords
from quincunx.server.session_tokens import MOST_TOKENS
from quincunx.store.account_deletion import delete_account
from quincunx.store.store import Store
from quincunx.store.upgrade import upgrade
from servers import said

T = TypeVar("T")

OLD, NEW = "correct horse", "battery staple"


class Here(NamedTuple):
    """A server in the test's process, with a member's client."""

    browser: httpx.AsyncClient
    passwords: Passwords
    store: Store
    account: str

    async def posts(self, path: str, **body: str) -> int:
        """Send a request; returns the status."""
        return (await self.browser.post(f"/api/{path}", json=body)).status_code

    async def sessions(self) -> int:
        """The member's number of sessions."""
        return len(await self.store.read(lambda unit: unit.sessions.of_account(self.account, 0)))


Story = Callable[[Here], Awaitable[None]]
Run = Callable[[Story], None]
Arrange = Callable[[Passwords, Callable[[], Awaitable[None]]], None]


@pytest.fixture
def with_ann(database: str, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a story with a newly registered member, on either database."""
    upgrade(database)
    monkeypatch.setattr(PasswordHash, "recommended", lambda: CHEAP)

    def run(story: Story) -> None:
        async def live() -> None:
            app = create_app(Config(database=database))
            line = httpx.ASGITransport(app)  # type: ignore[arg-type]
            async with app.lifespan(), httpx.AsyncClient(transport=line, base_url="http://127.0.0.1") as browser:
                done = await browser.post("/api/register", json={"name": "Ann", "password": OLD})
                await story(Here(browser, app.state.passwords, app.state.store, done.json()["id"]))

        asyncio.run(live())

    return run


@pytest.fixture
def after_checking(monkeypatch: pytest.MonkeyPatch) -> Arrange:
    """Run something between the check of the next password and anything else."""

    def arrange(passwords: Passwords, happens: Callable[[], Awaitable[None]]) -> None:
        check = passwords.check

        async def checked(
            password: str, kept: str | None, whence: str, *, known: bool = False
        ) -> tuple[bool, str | None]:
            monkeypatch.setattr(passwords, "check", check)
            right, _ = await check(password, kept, whence, known=known)
            await happens()
            return right, await passwords.hash(password, whence)  # as if the cost parameters were outdated

        monkeypatch.setattr(passwords, "check", checked)

    return arrange


def test_the_old_password_opens_nothing_once_there_is_a_new_one(with_ann: Run, after_checking: Arrange) -> None:
    async def story(here: Here) -> None:
        async def change() -> None:
            assert await here.posts("account/password", current=OLD, new=NEW) == 200

        after_checking(here.passwords, change)
        assert await here.posts("login", name="Ann", password=OLD) == 401
        assert await here.sessions() == 1  # the session that made the change
        assert await here.posts("login", name="Ann", password=OLD) == 401
        assert await here.posts("login", name="Ann", password=NEW) == 200

    with_ann(story)


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [("login", {"name": "Ann", "password": OLD}, 401), ("account/password", {"current": OLD, "new": NEW}, 403)],
)
def test_a_deleted_account_gets_no_session(
    with_ann: Run, after_checking: Arrange, path: str, body: dict[str, str], status: int
) -> None:
    async def story(here: Here) -> None:
        after_checking(here.passwords, lambda: here.store.write(lambda unit: delete_account(unit, here.account)))
        assert await here.posts(path, **body) == status
        assert await here.sessions() == 0

    with_ann(story)


def test_of_two_who_change_the_password_one_does(with_ann: Run, after_checking: Arrange) -> None:
    async def story(here: Here) -> None:
        async def change() -> None:
            assert await here.posts("account/password", current=OLD, new=NEW) == 200

        after_checking(here.passwords, change)
        assert await here.posts("account/password", current=OLD, new="too late for that") == 403
        assert await here.posts("login", name="Ann", password=NEW) == 200

    with_ann(story)


def test_who_knows_only_the_old_password_deletes_nothing(with_ann: Run, after_checking: Arrange) -> None:
    async def story(here: Here) -> None:
        async def change() -> None:
            assert await here.posts("account/password", current=OLD, new=NEW) == 200

        after_checking(here.passwords, change)
        assert await here.posts("account/delete", password=OLD) == 403
        assert await here.posts("login", name="Ann", password=NEW) == 200

    with_ann(story)


@pytest.mark.parametrize("path", ["account/password", "account/delete", "logout"])
def test_no_token_outlives_what_ends_the_session_that_asks_for_it(
    with_ann: Run, after_checking: Arrange, path: str
) -> None:
    bodies = {"account/password": {"current": OLD, "new": NEW}, "account/delete": {"password": OLD}}

    async def story(here: Here) -> None:
        async def end() -> None:
            assert await here.posts(path, **bodies.get(path, {})) in (200, 204)

        after_checking(here.passwords, end)
        made = await here.browser.post(
            "/api/account/tokens", json={"label": "bot", "scopes": ["play"], "password": OLD}
        )
        assert (made.status_code, said(made)) == (401, "Log in first.")
        assert await here.store.read(lambda unit: unit.tokens.of_account(here.account)) == []

    with_ann(story)


def test_of_many_who_want_the_last_token_one_gets_it(with_ann: Run) -> None:
    async def story(here: Here) -> None:
        body = {"label": "bot", "scopes": ["play"], "password": OLD}
        for _ in range(MOST_TOKENS - 1):
            assert (await here.browser.post("/api/account/tokens", json=body)).status_code == 201
        asked = [here.browser.post("/api/account/tokens", json=body) for _ in range(4)]
        statuses = [answer.status_code for answer in await asyncio.gather(*asked)]
        assert sorted(statuses) == [201, 409, 409, 409]

    with_ann(story)
