"""A JobRunner stops when it is told to, whatever happens at that moment."""

from __future__ import annotations

import asyncio
from typing import Any, cast

from quincunx.host.jobs.runner import LONGEST_SLEEP, JobRunner
from quincunx.store.jobs import Job
from quincunx.store.store import Store
from servers import DEADLINE


class Idle:
    """A store without any jobs."""

    def __init__(self) -> None:
        self.read_once = asyncio.Event()

    async def write(self, work: object) -> list[Job]:
        return []

    async def read(self, work: object) -> None:
        self.read_once.set()


async def _nothing(job: Job) -> None: ...


def test_a_cancellation_that_comes_with_work_is_heard() -> None:
    async def cancelled() -> bool:
        store = Idle()
        kinds: dict[str, Any] = {"by": "me", "kinds": ("bot",), "most": 1, "lease": 1000}
        runners = JobRunner(cast("Store", store), lambda: 0, do=_nothing, **kinds)
        running = asyncio.create_task(runners.run())
        await store.read_once.wait()
        await asyncio.sleep(0)  # now it sleeps
        runners.expect("bot", LONGEST_SLEEP - 1)
        running.cancel()
        done, _ = await asyncio.wait({running}, timeout=DEADLINE)
        return running in done

    assert asyncio.run(cancelled())


class Due(Idle):
    """A store with a due job."""

    async def read(self, work: object) -> int:  # type: ignore[override]
        self.read_once.set()
        return 0


def test_jobs_left_to_others_neither_keep_a_runner_busy_nor_block_its_own() -> None:
    async def story() -> None:
        passed_over = asyncio.Event()

        async def pick(free: int) -> list[str]:
            passed_over.set()
            return []

        kinds: dict[str, Any] = {"by": "me", "kinds": ("bot",), "most": 1, "lease": 1000}
        runner = JobRunner(cast("Store", Due()), lambda: 0, do=_nothing, pick=pick, **kinds)
        running = asyncio.create_task(runner.run())
        await passed_over.wait()
        await asyncio.sleep(0)  # now it is asleep
        assert runner.idle
        assert runner.reserve() is not None
        running.cancel()
        await asyncio.wait({running}, timeout=DEADLINE)

    asyncio.run(story())
