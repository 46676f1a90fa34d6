"""A store on either database, and a wrapper to call it from synchronous tests."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest

from quincunx.store.matches import Header, Seat, new_id
from quincunx.store.store import Store, Unit
from quincunx.store.upgrade import upgrade

T = TypeVar("T")


class BlockingStore:
    """A store whose calls block until they are done."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._loop = asyncio.new_event_loop()
        self.store = Store(url)

    def read(self, work: Callable[[Unit], T]) -> T:
        return self.run(self.store.read(work))

    def write(self, work: Callable[[Unit], T]) -> T:
        return self.run(self.store.write(work))

    def run(self, waiting: Coroutine[Any, Any, T]) -> T:
        return self._loop.run_until_complete(waiting)

    def close(self) -> None:
        self.run(self.store.close())
        self._loop.close()


@pytest.fixture(scope="session")
def ready_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A SQLite file with all tables, to be copied: creating them takes longer than most tests."""
    file = tmp_path_factory.mktemp("ready") / "test.db"
    upgrade(f"sqlite:///{file}")
    return file


@pytest.fixture(scope="session")
def ready_database(new_postgresql: Callable[..., str]) -> str:
    """The same for PostgreSQL."""
    url = new_postgresql()
    upgrade(url)
    return url


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[BlockingStore]:
    if request.param == "sqlite":
        file = shutil.copy(request.getfixturevalue("ready_file"), tmp_path)
        store = BlockingStore(f"sqlite:///{file}")
    else:
        make = request.getfixturevalue("new_postgresql")
        store = BlockingStore(make(request.getfixturevalue("ready_database")))
    yield store
    store.close()


@pytest.fixture
def match(store: BlockingStore) -> str:
    """A match with an empty log."""
    header = Header(
        id=new_id(),
        game="checkers",
        kind="bot",
        status="running",
        seats=(Seat(), Seat(bot="level 1")),
        created=1,
    )
    store.write(lambda unit: unit.matches.create(header))
    return header.id
