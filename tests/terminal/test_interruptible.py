"""Ctrl-C during a long count, at any moment."""

from __future__ import annotations

import threading
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import pytest

from quincunx.clients.terminal.text.interruptible import interruptible


class Endless:
    """Work that ends only when it is stopped."""

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
    assert begun[0].result() is True  # it was stopped, not left running


def test_what_it_comes_to() -> None:
    assert interruptible(Endless(), lambda: 42) == 42
