"""A process that is suspended in the middle of a transaction does not stop the others (PostgreSQL)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from quincunx.store import backend
from quincunx.store.errors import Unavailable
from quincunx.store.store import Unit

from .conftest import BlockingStore


@pytest.fixture
def stores(
    new_postgresql: Callable[..., str], ready_database: str, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[BlockingStore, BlockingStore]]:
    """The stores of two processes; the first one may pause for a tenth of a second."""
    url = new_postgresql(ready_database)
    other = BlockingStore(url)
    monkeypatch.setattr(backend, "UNATTENDED", 100)
    one = BlockingStore(url)
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
    assert other.read(lambda unit: unit.jobs.due("flag", "m1")) == 2


def test_a_long_computation_may_pause(stores: tuple[BlockingStore, BlockingStore]) -> None:
    def limit(unit: Unit) -> str:
        return str(unit.connection.exec_driver_sql("SHOW idle_in_transaction_session_timeout").scalar_one())

    def computing(unit: Unit) -> str:
        unit.allow_pauses()
        return limit(unit)

    assert [stores[1].write(work) for work in (limit, computing, limit)] == ["3s", "0", "3s"]
