"""Ctrl-C in a long count, at whatever moment it comes."""

from __future__ import annotations

import threading
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import pytest

from quincunx.clients.terminal.text.interruptible import interruptible


class Endless:
    """Work that ends only when it is told to."""

    def __init__(self) -> None:
        self._stopped = threading.Event()

    def stop(self) -> None:
        self._stopped.set()

    def run(self) -> bool:
        return self._stopped.wait(60)


def test_ctrl_c_while_the_work_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    submit = ThreadPoolExecutor.submit
    begun: list[Future[bool]] = []

    def interrupted(pool: ThreadPoolExecutor, work: Any) -> Future[bool]:
        begun.append(submit(pool, work))
        raise KeyboardInterrupt

    monkeypatch.setattr(ThreadPoolExecutor, "submit", interrupted)
    work = Endless()
    with pytest.raises(KeyboardInterrupt):
        interruptible(work, work.run)
    assert begun[0].result() is True  # told to end, not waited for in vain


def test_what_it_comes_to() -> None:
    assert interruptible(Endless(), lambda: 42) == 42
