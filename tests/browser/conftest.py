"""A real server with the built client, and Debian's Chromium to look at it."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import resources
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

import quincunx
from servers import Server, running

CHROMIUM = next((path for name in ("chromium", "chromium-browser") if (path := shutil.which(name))), None)
QUIETLY = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
Visit = Callable[..., Page]

if not quincunx.compiled:  # once is enough: the run of the compiled build has it
    collect_ignore_glob = ["test_*.py"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Where there is no browser nothing can be looked at; a browser without a built client is a fault."""
    if CHROMIUM is None:
        for item in items:
            if "/browser/" in str(item.path):
                item.add_marker(pytest.mark.skip(reason="no Chromium here (on Debian: apt install chromium)"))


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose bots answer fast; each test has guests of its own."""
    site = resources.files("quincunx") / "server" / "site" / "index.html"
    assert site.is_file(), "the browser client is not built: make test does that"
    database = tmp_path_factory.mktemp("browser") / "test.db"
    with running(f"sqlite:///{database}", bot_seconds=0.1, messages_a_second=1000) as server:
        yield server
        assert not [line for line in server.log if line["level"] == "error"]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser for all; each visitor has a profile of its own."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIETLY)
        yield browser
        browser.close()


@pytest.fixture
def visit(browser: Browser) -> Iterator[Visit]:
    """Somebody who visits: a fresh profile; whatever goes wrong in the page fails the test, but what it expects."""
    contexts: list[BrowserContext] = []
    wrong: list[str] = []

    def open_page(expected: str | None = None, **options: Any) -> Page:
        context = browser.new_context(**{"viewport": {"width": 1280, "height": 800}, "locale": "en-GB", **options})
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda message: _note(wrong, message.type, message.text, expected))
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert wrong == []


def _note(wrong: list[str], kind: str, text: str, expected: str | None) -> None:
    """Errors count, but for a line that broke because a test broke it, and for the one that a test expects."""
    if kind == "error" and "WebSocket connection" not in text and "net::ERR_" not in text and text != expected:
        wrong.append(text)


@contextmanager
def own_server(database: str, **settings: Any) -> Iterator[Server]:
    """A server that a test may kill."""
    with running(database, bot_seconds=0.1, messages_a_second=1000, **settings) as server:
        yield server
