"""Fixtures and settings for all tests. The uncompiled build is many times slower, so it plays fewer random games."""

from __future__ import annotations

import functools
import os
import shutil
import signal
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import httpx
import pytest
from hypothesis import settings

import quincunx
import services
from haproxy import HAPROXY, Proxy
from postgresql import PostgreSQL, is_installed, running_postgresql
from terminal.tmux import Terminal
from walks import walks  # noqa: F401, a fixture

REPOSITORY = Path(__file__).parent.parent

os.environ["QUINCUNX_LANGUAGE"] = "en"  # here and in every program a test starts, whatever the developer's language
os.environ["XDG_CACHE_HOME"] = str(REPOSITORY / "build" / "test-cache")  # not the developer's own tables

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as in a shell's background; programs would inherit it
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Every client reads the list of trusted certificates, which takes 25 ms; reading it once is enough for all of them.
httpx._transports.default.create_ssl_context = functools.cache(httpx.create_ssl_context)  # type: ignore[attr-defined]

settings.register_profile("compiled", max_examples=60, deadline=None)
settings.register_profile("uncompiled", max_examples=15, deadline=None)
settings.load_profile("compiled" if quincunx.compiled else "uncompiled")


def pytest_report_header() -> str:
    return (
        f"quincunx: {'compiled' if quincunx.compiled else 'uncompiled'} build from {os.path.dirname(quincunx.__file__)}"
    )


@pytest.fixture(scope="session")
def repository() -> Path:
    return REPOSITORY


@pytest.fixture(scope="session")
def new_postgresql() -> Iterator[Callable[..., str]]:
    """Creates PostgreSQL databases on a server started for this test run."""
    require_postgresql()
    with running_postgresql() as server:
        yield server.new_database


def require_postgresql() -> None:
    """Skip the test on a machine without PostgreSQL."""
    if not is_installed():
        pytest.skip("no PostgreSQL server on this machine (Debian: postgresql)")


@pytest.fixture(scope="session")
def shared_redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[services.Redis]:
    """A Redis server for this test run; tests that stop it use `redis`, or restart it."""
    if services.find_program(services.REDIS) is None:
        pytest.skip("no Redis server on this machine (Debian: redis-server)")
    server = services.Redis(tmp_path_factory.mktemp("redis"))
    server.start()
    yield server
    server.stop()


@pytest.fixture
def redis(shared_redis: services.Redis) -> Iterator[services.Redis]:
    """The Redis server; it runs again after the test."""
    yield shared_redis
    restore(shared_redis)


def restore(service: services.Service) -> None:
    """Restart or resume a service that a test may have killed or suspended."""
    service.thaw()
    if not service.is_running():
        service.start()


@pytest.fixture
def own_postgresql() -> Iterator[PostgreSQL]:
    """A separate PostgreSQL server, for a test that stops it."""
    require_postgresql()
    with running_postgresql() as server:
        yield server


@pytest.fixture
def new_proxy(tmp_path: Path) -> Iterator[Callable[[Mapping[str, int]], Proxy]]:
    """Starts HAProxy in front of servers, given as their ports by name."""
    if services.find_program(HAPROXY) is None:
        pytest.skip("no HAProxy on this machine (Debian: haproxy)")
    started: list[Proxy] = []

    def start(servers: Mapping[str, int]) -> Proxy:
        started.append(Proxy(tmp_path / f"proxy{len(started)}", servers))
        started[-1].start()
        return started[-1]

    yield start
    for proxy in started:
        proxy.stop()


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    """A real terminal; it is closed at the end, together with the program in it."""
    if not shutil.which("tmux"):
        pytest.skip("no tmux on this machine (Debian: tmux)")
    shown = Terminal(tmp_path)
    yield shown
    shown.close()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, of either kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'test.db'}"
    make: Callable[[], str] = request.getfixturevalue("new_postgresql")
    return make()
