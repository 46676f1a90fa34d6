"""The server's assistants: a few processes, and for each a thread that waits for it."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor

from quincunx.search.worker_process import Tell, Work, WorkerProcess


class WorkerPool:
    """So many tasks at once; the others wait."""

    def __init__(self, count: int, name: str) -> None:
        self._threads = ThreadPoolExecutor(count, name)
        self._here = threading.local()
        self._assistants: list[WorkerProcess] = []
        self._stopped = False

    def do(self, work: Work, tell: Tell) -> asyncio.Future[None]:
        """Have work done; what it tells is told in the event loop, and all of it before the future is done."""
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
        """The assistant of this thread."""
        if not hasattr(self._here, "assistant"):
            self._here.assistant = WorkerProcess()
            self._assistants.append(self._here.assistant)
        assistant: WorkerProcess = self._here.assistant
        return assistant

    def stop(self) -> None:
        """Let everybody go."""
        self._stopped = True
        self._threads.shutdown(wait=False, cancel_futures=True)
        for assistant in self._assistants:
            assistant.close()
