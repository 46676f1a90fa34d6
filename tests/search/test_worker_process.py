"""Worker processes: they do what they are asked, stop when told to, and never outlive their parent."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

import quincunx
from quincunx.notation.record import Record
from quincunx.search.analysis import Analysis, Finding
from quincunx.search.review import Review
from quincunx.search.worker_process import Tell, Work, WorkerProcess
from quincunx.search.worker_tasks import AnalysisTask, ReviewTask
from servers import DEADLINE

CHESS = quincunx.game("chess")
LONG = 3000.0  # seconds


@pytest.fixture
def worker() -> Iterator[WorkerProcess]:
    worker = WorkerProcess()
    yield worker
    worker.close()


def done(worker: WorkerProcess, work: Work) -> list[Any]:
    said: list[Any] = []
    work.do(worker, said.append)
    return said


def test_looks_at_a_position_then_at_another(worker: WorkerProcess) -> None:
    for lines in (1, 2):
        said = done(worker, Work(AnalysisTask(CHESS.start(), lines, 0.2)))
        assert all(isinstance(found, Finding) and len(found.lines) == lines for found in said)
        assert said[-1].done


def test_goes_through_a_game(worker: WorkerProcess) -> None:
    record = Record(CHESS, tuple(map(CHESS.read_action, ("f2-f3", "e7-e5", "g2-g4", "d8-h4"))))
    said = done(worker, Work(ReviewTask(record, 500)))
    assert said[:-1] == [0.25, 0.5, 0.75, 1.0]
    assert isinstance(said[-1], Review)
    assert len(said[-1].plies) == 4


@dataclass(frozen=True)
class Place:
    """Reports the worker's scheduling class and its processors."""

    def begin(self) -> Place:
        return self

    def run(self, tell: Tell) -> None:
        tell((os.sched_getscheduler(0), os.sched_getaffinity(0)))

    def stop(self) -> None:
        """Nothing to stop."""


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no idle class")
def test_works_where_nobody_else_wants_to_and_leaves_a_processor(worker: WorkerProcess) -> None:
    ours = sorted(os.sched_getaffinity(0))
    assert done(worker, Work(Place())) == [(os.SCHED_IDLE, set(ours[1:] or ours))]


@dataclass(frozen=True)
class Rests:
    """Reports how often a search of that many nodes has given up its processor voluntarily."""

    nodes: int

    def begin(self) -> Rests:
        return self

    def run(self, tell: Tell) -> None:
        before = rests()
        for _ in Analysis(CHESS.start()).findings(nodes=self.nodes):
            pass
        tell(rests() - before)

    def stop(self) -> None:
        """Nothing to stop."""


def rests() -> int:
    return resource.getrusage(resource.RUSAGE_THREAD).ru_nvcsw


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not count them by threads")
def test_takes_breaks_from_its_searches_so_that_others_find_its_processor_free(worker: WorkerProcess) -> None:
    here: list[int] = []
    Rests(100_000).run(here.append)
    (there,) = done(worker, Work(Rests(100_000)))
    assert there > here[0] + 10


def test_stops_when_told_and_goes_on_with_the_next(worker: WorkerProcess) -> None:
    work, begun, said = Work(AnalysisTask(CHESS.start(), 1, LONG)), threading.Event(), list[Finding]()

    def tell(found: Finding) -> None:
        said.append(found)
        begun.set()

    thread = threading.Thread(target=work.do, args=(worker, tell))
    thread.start()
    assert begun.wait(DEADLINE)
    work.stop()
    thread.join(DEADLINE)
    assert not thread.is_alive()
    assert said[-1].done
    assert done(worker, Work(AnalysisTask(CHESS.start(), 1, 0.1)))[-1].done


def test_what_was_stopped_before_is_not_begun(worker: WorkerProcess) -> None:
    work = Work(AnalysisTask(CHESS.start(), 1, LONG))
    work.stop()
    assert done(worker, work) == []


def test_one_that_has_died_is_replaced(worker: WorkerProcess) -> None:
    done(worker, Work(AnalysisTask(CHESS.start(), 1, 0.1)))
    process = worker._process
    assert process is not None
    assert process.pid is not None
    os.kill(process.pid, signal.SIGKILL)
    process.join(60)
    assert done(worker, Work(AnalysisTask(CHESS.start(), 1, 0.1)))[-1].done


PROGRAM = """
import quincunx
from quincunx.search.worker_process import Work, WorkerProcess
from quincunx.search.worker_tasks import Look
if __name__ == "__main__":
    worker = WorkerProcess()
    tell = lambda found: print(worker._process.pid, flush=True)
    Work(Look(quincunx.game("chess").start(), 1, 3000.0)).do(worker, tell)
"""


def test_none_outlives_a_program_that_was_killed(tmp_path: Any) -> None:
    file = tmp_path / "program.py"
    file.write_text(PROGRAM)
    process = subprocess.Popen([sys.executable, str(file)], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    process.stdout.readline()
    process.kill()
    process.stdout.read()  # the worker holds the pipe too: this ends when the worker does
    process.wait(60)
