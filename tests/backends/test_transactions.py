"""A process that is suspended in the middle of a transaction does not stop the others (PostgreSQL)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import repeat

import pytest

from quincunx.store.errors import Unavailable
from quincunx.store.store import Unit

from .conftest import BlockingStore

UNATTENDED = "?options=-c%20idle_in_transaction_session_timeout%3D100"  # milliseconds


@pytest.fixture
def stores(new_postgresql: Callable[..., str], ready_database: str) -> Iterator[tuple[BlockingStore, BlockingStore]]:
    url = new_postgresql(ready_database) + UNATTENDED
    one, other = (BlockingStore(address) for address in repeat(url, 2))
    yield one, other
    one.close()
    other.close()


def put(due: int) -> Callable[[Unit], None]:
    return lambda unit: unit.jobs.put("flag", "m1", due)


def test_a_suspended_process_loses_its_locks(stores: tuple[BlockingStore, BlockingStore]) -> None:
    one, other = stores

    def suspended(unit: Unit) -> None:
        put(1)(unit)
        other.write(put(2))  # waits for the lock of the row
        put(3)(unit)

    with pytest.raises(Unavailable):
        one.write(suspended)
    one.write(lambda unit: unit.jobs.put("bot", "m1", 4))
    assert other.read(lambda unit: unit.jobs.due("flag", "m1")) == 2


def test_a_long_computation_may_pause(stores: tuple[BlockingStore, BlockingStore]) -> None:
    one, _ = stores

    def limit(unit: Unit) -> str:
        return str(unit.connection.exec_driver_sql("SHOW idle_in_transaction_session_timeout").scalar_one())

    def computing(unit: Unit) -> str:
        unit.allow_pauses()
        return limit(unit)

    assert [one.write(work) for work in (limit, computing, limit)] == ["100ms", "0", "100ms"]
