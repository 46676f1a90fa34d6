"""Time during which no server could work counts on no clock."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from live.job_setup import NOON, Run, Setup
from quincunx.core.random import Random
from quincunx.host.heartbeat import Heartbeat
from quincunx.host.host_clock import Gap, HostClock
from quincunx.host.referee import Referee
from quincunx.host.site_gaps import SiteGaps, outside
from quincunx.play.clocks import Fischer
from quincunx.play.commands import Act
from quincunx.play.events import Acted, Created, Resumed, read_event
from quincunx.store.errors import Unavailable
from quincunx.store.processes import KEPT, Process
from quincunx.store.store import Unit


def test_an_outage_is_not_counted_by_any_clock(run_story: Run) -> None:
    async def story(setup: Setup) -> None:
        await setup.begin(Fischer(60, 0))
        await setup.outages.exclude_downtime()
        setup.now += 10_000
        await setup.outages.send_heartbeat()
        setup.now += 3_600_000
        after = Setup(setup.store)
        after.now = setup.now
        await after.outages.exclude_downtime()
        await after.pass_time(49_999)
        assert (await after.match()).times.remaining(0, after.now) == 1
        await after.pass_time(1)
        assert (await after.match()).result == (1, "time")
        after.workers.stop()

    run_story(story)


class Machine:
    """A wall clock and the machine's monotonic clock, both set by the test."""

    def __init__(self) -> None:
        self.wall = NOON
        self.passed = 1_000

    def go_on(self, milliseconds: int) -> None:
        """Let time pass on both clocks."""
        self.wall += milliseconds
        self.passed += milliseconds

    def clock(self) -> HostClock:
        """The clock of a process that starts now."""
        return HostClock(lambda: self.wall, lambda: self.passed)


def test_a_wall_clock_that_is_set_moves_nothing() -> None:
    machine = Machine()
    clock = machine.clock()
    for step in (3_600_000, -7_200_000):
        machine.wall += step
        assert clock.now() == NOON
    machine.go_on(1_000)
    assert clock.now() == NOON + 1_000
    assert not clock.gaps


def test_time_that_goes_by_unseen_is_a_gap() -> None:
    machine = Machine()
    clock = machine.clock()
    machine.go_on(1_000)
    clock.now()
    machine.go_on(60_000)  # asleep
    assert clock.now() == NOON + 61_000
    assert list(clock.gaps) == [Gap(NOON + 1_000, NOON + 61_000)]


def test_a_clock_that_is_set_back_waits() -> None:
    machine = Machine()
    clock = machine.clock()
    clock.zero -= 1_500
    machine.go_on(1_000)
    assert clock.now() == NOON
    machine.go_on(1_000)
    assert clock.now() == NOON + 500
    clock.zero += 60_000  # the database's clock was set: no player loses that time
    assert clock.now() == NOON + 60_500
    assert list(clock.gaps) == [Gap(NOON + 500, NOON + 60_500)]


def test_in_a_gap_no_flag_falls_whoever_comes_first(run_story: Run) -> None:
    """The flag's own job, and a move that would have been too late, see a corrected clock; it is corrected once."""

    async def story(setup: Setup) -> None:
        id = await setup.begin(Fischer(60, 0))
        async with setup.watching(setup.ann, setup.bob):
            setup.now += 10_000
            setup.gaps.append(Gap(setup.now, setup.now + 3_600_000))
            setup.now += 3_600_000
            for job in await setup.claim():
                await setup.handlers.do(job)
            assert (await setup.match()).times.remaining(0, setup.now) == 50_000
            setup.gaps.append(Gap(setup.now, setup.now + 3_600_000))
            setup.now += 3_600_000
            await setup.referee.ask(id, setup.ann, Act("f3-e3", 1), "one")
            await setup.outages.correct_after_gaps()
        log = [read_event(row.payload) for row in await setup.store.read(lambda unit: unit.log.read(id))]
        assert [type(event) for event in log] == [Created, Resumed, Resumed, Acted]
        assert (await setup.match()).times.remaining(0, setup.now) == 50_000

    run_story(story)


def test_after_a_gap_everybody_sees_the_right_time(run_story: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also if the database does not answer at first."""

    async def away(work: Callable[[Unit], object]) -> None:
        raise Unavailable("away", "away")

    async def story(setup: Setup) -> None:
        await setup.begin(Fischer(60, 0))
        async with setup.watching(setup.ann, setup.bob):
            setup.gaps.append(Gap(setup.now, setup.now + 40_000))
            setup.now += 40_000
            with monkeypatch.context() as patch:
                patch.setattr(setup.store, "write", away)
                with pytest.raises(Unavailable):
                    await setup.outages.correct_after_gaps()
            for _ in range(2):
                await setup.outages.correct_after_gaps()
                assert (await setup.match()).version == 2
            assert (await setup.match()).times.remaining(0, setup.now) == 60_000

    run_story(story)


@pytest.mark.parametrize(
    ("lives", "left"),
    [
        ([], [(10, 20)]),
        ([(0, 30)], []),
        ([(12, 14), (13, 17)], [(10, 12), (17, 20)]),
        ([(0, 10), (20, 30)], [(10, 20)]),
        ([(0, 11), (25, 30), (19, 26)], [(11, 19)]),
    ],
)
def test_the_parts_of_a_gap_outside_other_lives(lives: list[tuple[int, int]], left: list[tuple[int, int]]) -> None:
    assert outside(Gap(10, 20), [Gap(*life) for life in lives]) == left


def test_a_gap_during_which_another_server_ran_does_not_count(run_story: Run) -> None:
    """Workers do not count, nor do servers that died before it."""

    async def story(setup: Setup) -> None:
        id = await setup.begin(Fischer(60, 0))
        start = setup.now
        lives = [("one", "server", 0, 15_000), ("two", "worker", 0, 90_000), ("three", "server", 33_000, 90_000)]
        rows = [Process(name, kind, "", "", start + since, start + seen) for name, kind, since, seen in lives]
        await setup.store.write(lambda unit: [unit.processes.see(row) for row in rows])
        setup.gaps.append(Gap(start + 10_000, start + 50_000))
        setup.now += 50_000
        await setup.referee.ask(id, setup.ann, Act("f3-e3", 1), "a")
        assert (await setup.match()).times.remaining(0, setup.now) == 60_000 - (50_000 - 18_000)

    run_story(story)


def test_a_gap_ends_with_another_servers_earlier_life(run_story: Run) -> None:
    """The other one stopped later and went on sooner, so it has begun a new life when this one looks."""

    async def story(setup: Setup) -> None:
        id = await setup.begin(Fischer(60, 0))
        start = setup.now
        other = Heartbeat(setup.store, "other", "server", lambda: setup.now)
        setup.now += 14_000
        await other.send()
        setup.now += 6_000
        other.resume_at(setup.now)
        await other.send()
        assert [row.id for row in await setup.store.read(lambda unit: unit.processes.living(setup.now))] == ["other"]
        setup.now += 5_000
        await other.send()
        setup.gaps.append(Gap(start + 10_000, setup.now))
        await setup.referee.ask(id, setup.ann, Act("f3-e3", 1), "a")
        assert (await setup.match()).times.remaining(0, setup.now) == 60_000 - (25_000 - 6_000)

    run_story(story)


def test_time_during_which_nothing_can_be_written_counts_for_nobody(
    run_story: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server runs, but its database accepts no writes, not even its heartbeat."""

    async def story(setup: Setup) -> None:
        id = await setup.begin(Fischer(60, 0))
        setup.site_gaps = SiteGaps(setup.store, lambda: setup.now, setup.gaps, setup.heartbeat)
        setup.referee = Referee(setup.store, setup.matches, lambda: setup.now, Random(1), setup.site_gaps)
        await setup.heartbeat.send()
        monkeypatch.setattr(setup.store, "write", full)
        setup.now += 70_000
        with pytest.raises(OSError, match="full"):
            await setup.referee.ask(id, setup.ann, Act("f3-e3", 1), "a")
        monkeypatch.undo()
        await setup.referee.ask(id, setup.ann, Act("f3-e3", 1), "a")
        assert (await setup.match()).times.remaining(0, setup.now) == 60_000
        (row,) = await setup.store.read(lambda unit: unit.processes.living(setup.now))
        assert (row.since, row.seen) == (setup.now, setup.now)

    async def full(work: object) -> None:
        raise OSError("the disk is full")

    run_story(story)


def test_a_gap_lasts_until_a_suspended_database_answers(run_story: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """The heartbeat becomes overdue while the database is suspended, so looking for gaps takes long, too."""

    async def story(setup: Setup) -> None:
        setup.site_gaps = SiteGaps(setup.store, lambda: setup.now, setup.gaps, setup.heartbeat)
        await setup.heartbeat.send()
        began, read = setup.now, setup.store.read
        setup.now += 6_000

        async def slow(work: Callable[[Unit], object]) -> object:
            monkeypatch.undo()
            answer = await read(work)
            setup.now += 4_000
            return answer

        monkeypatch.setattr(setup.store, "read", slow)
        await setup.site_gaps.examine()
        assert list(setup.site_gaps.known) == [Gap(began, began + 10_000)]
        assert not setup.site_gaps.is_behind(setup.now)

    run_story(story)


def test_a_server_removes_those_that_died_long_ago_but_not_the_last_heartbeat(run_story: Run) -> None:
    async def story(setup: Setup) -> None:
        times = {"old": 0, "older": -1, "newest": 1}
        rows = [Process(name, "server", "", "", 0, setup.now + seen) for name, seen in times.items()]
        rows.append(Process("worker", "worker", "", "", 0, setup.now))
        await setup.store.write(lambda unit: [unit.processes.see(row) for row in rows])
        setup.now += KEPT + 2
        await setup.store.write(lambda unit: unit.processes.remove_dead(setup.now))
        assert [row.id for row in await setup.store.read(lambda unit: unit.processes.all())] == ["newest"]
        await setup.outages.exclude_downtime()
        assert [row.id for row in await setup.store.read(lambda unit: unit.processes.living(setup.now))] == ["this"]

    run_story(story)
