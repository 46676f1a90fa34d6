"""A real server with the built client, and Debian's Chromium to open it."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import resources
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from servers import DEADLINE, Server, running

# The first is Chromium without the parts that show a window, and takes little more than half of the processor time.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser")
CHROMIUM = next((path for name in BROWSERS if (path := shutil.which(name))), None)
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

expect.set_options(timeout=DEADLINE * 1000)  # instead of five seconds


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip the tests without a browser; a browser without a built client is an error."""
    if CHROMIUM is None:
        for item in items:
            if "/browser/" in str(item.path):
                item.add_marker(pytest.mark.skip(reason="no Chromium here (on Debian: apt install chromium)"))


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose bots answer fast; each test uses its own guests."""
    site = resources.files("quincunx") / "server" / "site" / "index.html"
    assert site.is_file(), "the browser client is not built: make test does that"
    database = tmp_path_factory.mktemp("browser") / "test.db"
    with running(f"sqlite:///{database}", bot_seconds=0.1, messages_a_second=1000) as server:
        yield server
        assert not [line for line in server.log if line["level"] == "error"]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser for all tests; each visitor has a separate profile."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIETLY)
        yield browser
        browser.close()


class Profiles:
    """Browser profiles that tests reuse. A new one costs a process and a cold cache, more than most tests."""

    MOST = 4  # idle profiles; each keeps a process

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.idle: list[tuple[tuple[str, dict[str, Any]], BrowserContext]] = []

    def new(self, **options: Any) -> BrowserContext:
        """A profile that has never been used."""
        profile = self.browser.new_context(**{"viewport": {"width": 1280, "height": 800}, "locale": "en-GB", **options})
        profile.set_default_timeout(DEADLINE * 1000)
        return profile

    def take(self, url: str, options: dict[str, Any]) -> BrowserContext:
        """A profile that contains nothing but files of the site, without a service worker."""
        for each in self.idle:
            if each[0] == (url, options):
                self.idle.remove(each)
                return each[1]
        profile = self.new(service_workers="block", **options)
        profile.new_page().goto(f"{url}/icon.svg")  # this page stays open, which keeps the process alive
        return profile

    def give_back(self, profile: BrowserContext, url: str, options: dict[str, Any]) -> None:
        """Clear the profile and make it available again."""
        first, *pages = profile.pages
        for page in pages:
            page.close()
        profile.clear_cookies()
        first.evaluate("localStorage.clear()")
        self.idle.append(((url, options), profile))
        if len(self.idle) > self.MOST:
            self.idle.pop(0)[1].close()


@pytest.fixture(scope="session")
def profiles(browser: Browser) -> Profiles:
    return Profiles(browser)


@pytest.fixture
def visit(profiles: Profiles, request: pytest.FixtureRequest) -> Iterator[Visit]:
    """Opens pages as a visitor; any unexpected error in a page fails the test.

    Visitors of the shared server get an empty profile. Visitors of a test's own server, and those who ask for a fresh
    profile, get one that has never been used and may have a service worker.
    """
    url = request.getfixturevalue("server").url if "server" in request.fixturenames else ""
    used: list[tuple[BrowserContext, dict[str, Any] | None]] = []
    wrong: list[str] = []

    def open_page(expected: str | None = None, *, fresh: bool = not url, **options: Any) -> Page:
        profile = profiles.new(**options) if fresh else profiles.take(url, options)
        used.append((profile, None if fresh else options))
        page = profile.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda message: _note(wrong, message.type, message.text, expected))
        return page

    yield open_page
    for profile, options in used:
        if options is None:
            profile.close()
        else:
            profiles.give_back(profile, url, options)
    assert wrong == []


def _note(wrong: list[str], kind: str, text: str, expected: str | None) -> None:
    """Record an error, except for connections broken by the test itself and for the error that the test expects."""
    if kind == "error" and "WebSocket connection" not in text and "net::ERR_" not in text and text != expected:
        wrong.append(text)


@contextmanager
def own_server(database: str, **settings: Any) -> Iterator[Server]:
    """A server that a test may kill."""
    with running(database, bot_seconds=0.1, messages_a_second=1000, **settings) as server:
        yield server
