"""A pool of worker processes, each with a thread that waits for it."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor

from quincunx.search.worker_process import Tell, Work, WorkerProcess


class WorkerPool:
    """Runs a limited number of tasks at once; the others wait."""

    def __init__(self, count: int, name: str) -> None:
        self._threads = ThreadPoolExecutor(count, name)
        self._here = threading.local()
        self._processes: list[WorkerProcess] = []
        self._stopped = False

    def do(self, work: Work, tell: Tell) -> asyncio.Future[None]:
        """Run a task. Its results are passed to `tell` in the event loop, all of them before the future is done."""
        loop = asyncio.get_running_loop()

        def tell_there(said: object) -> None:
            loop.call_soon_threadsafe(tell, said)

        return loop.run_in_executor(self._threads, self._do, work, tell_there)

    def _do(self, work: Work, tell: Tell) -> None:
        try:
            work.do(self._mine(), tell)
        except (EOFError, OSError):
            if not self._stopped:
                raise

    def _mine(self) -> WorkerProcess:
        """The worker process of this thread."""
        if not hasattr(self._here, "process"):
            self._here.process = WorkerProcess()
            self._processes.append(self._here.process)
        process: WorkerProcess = self._here.process
        return process

    def stop(self) -> None:
        """Stop all worker processes."""
        self._stopped = True
        self._threads.shutdown(wait=False, cancel_futures=True)
        for process in self._processes:
            process.close()
