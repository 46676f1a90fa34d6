"""Jobs that become due, with a clock set by the test: flags, absent players, bots, and lost claims."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable
from typing import Any

import psycopg
import pytest

from live.job_setup import KINDS, LEASE, NOON, Run, Setup
from live.wires import until
from quincunx.host import referee
from quincunx.host.host_clock import Gap
from quincunx.host.jobs import outbox
from quincunx.host.match_creation import create_match
from quincunx.host.presence_store import Elsewhere, MemoryPresence
from quincunx.play.clocks import Fischer, PerTurn, Untimed
from quincunx.play.commands import Abandon, Act, Claim, Join, MakeOffer, Resign, Return, ServerCommand
from quincunx.play.errors import Refused
from quincunx.play.events import Created
from quincunx.play.match import Match
from quincunx.play.seats import Bot, Person
from quincunx.store.jobs import Job, Jobs
from quincunx.store.log import Log
from quincunx.store.store import Store
from quincunx.store.upgrade import upgrade
from servers import DEADLINE


def test_a_flag_falls_at_its_time_and_not_before(run_story: Run) -> None:
    async def story(setup: Setup) -> None:
        id = await setup.begin(Fischer(60, 0))
        async with setup.watching(setup.ann, setup.bob):
            await setup.pass_time(20_000)
            await setup.referee.ask(id, setup.ann, Act("f3-e3", 1), "one")
            await setup.pass_time(59_999)
            assert (await setup.match()).status == "running"
            await setup.pass_time(1)
            match = await setup.match()
        assert (match.result, match.at) == ((0, "time"), NOON + 80_000)
        assert await setup.store.read(lambda unit: unit.jobs.next_due(KINDS)) is None

    run_story(story)


def test_k8_a_turns_time_passes_turn_after_turn_until_somebody_has_left(run_story: Run) -> None:
    async def story(setup: Setup) -> None:
        await setup.begin(PerTurn(30), "checkers")
        async with setup.watching(setup.ann, setup.bob):
            await setup.pass_time(10 * 30_000)
            match = await setup.match()
        assert [match.state.text(action) for action in match.state.actions()] == ["timeout"] * 5
        assert match.result == (1, "left")
        assert match.at == NOON + 5 * 30_000

    run_story(story)


def test_who_stays_away_can_be_claimed_against_after_the_grace_period(run_story: Run) -> None:
    async def story(setup: Setup) -> None:
        id = await setup.begin(Fischer(600, 0))  # a tenth of the game: a minute
        async with setup.watching(setup.ann):
            async with setup.watching(setup.bob):
                await setup.pass_time(100_000)
            await setup.pass_time(59_999)
            with pytest.raises(Refused):
                await setup.referee.ask(id, setup.ann, Claim(), "early")
            await setup.pass_time(1)
            assert (await setup.match()).abandoned == {1}
            assert (await setup.match()).at == NOON + 160_000
            await setup.referee.ask(id, setup.ann, Claim(), "now")
            assert (await setup.match()).result == (0, "abandoned")

    run_story(story)


def test_who_comes_back_in_time_starts_the_grace_period_anew(run_story: Run) -> None:
    async def story(setup: Setup) -> None:
        await setup.begin(Fischer(600, 0))
        async with setup.watching(setup.ann):
            async with setup.watching(setup.bob):
                await setup.pass_time(1_000)
            await setup.pass_time(50_000)
            async with setup.watching(setup.bob):
                await setup.pass_time(1_000)
            await setup.pass_time(59_999)
            assert (await setup.match()).abandoned == set()
            await setup.pass_time(1)
            assert (await setup.match()).abandoned == {1}
            await setup.referee.settle("m", Return(1))
            assert (await setup.match()).abandoned == set()

    run_story(story)


def test_who_comes_back_at_the_last_moment_cannot_be_claimed_against(run_story: Run) -> None:
    """A player returns between the check for absent players and its entry in the log."""

    async def story(setup: Setup) -> None:
        await setup.begin(Fischer(300, 0))
        settle = setup.referee.settle
        async with contextlib.AsyncExitStack() as there:

            async def slowly(id: str, command: ServerCommand, job: Job | None = None) -> range:
                if command == Abandon(1):
                    await there.enter_async_context(setup.watching(setup.bob))
                return await settle(id, command, job)

            setup.referee.settle = slowly  # type: ignore[method-assign]
            await setup.pass_time(30_000)
            assert (await setup.match()).abandoned == {0}

    run_story(story)


def test_nobody_is_marked_as_absent_while_the_other_processes_cannot_be_asked(run_story: Run) -> None:
    class Unknown(MemoryPresence):
        async def ask(self, id: str) -> Elsewhere:
            return Elsewhere(is_certain=False)

    async def story(setup: Setup) -> None:
        await setup.begin(Fischer(600, 0))
        setup.absences._store = Unknown()
        await setup.pass_time(300_000)
        assert (await setup.match()).abandoned == set()
        setup.absences._store = MemoryPresence()
        await setup.pass_time(60_000)
        assert (await setup.match()).abandoned == {0, 1}

    run_story(story)


def test_a_present_player_marked_as_absent_by_mistake_is_back_at_the_next_check(run_story: Run) -> None:
    async def story(setup: Setup) -> None:
        await setup.begin(Fischer(600, 0))
        async with setup.watching(setup.ann, setup.bob):
            await setup.referee.settle("m", Abandon(1))
            assert (await setup.match()).abandoned == {1}
            await setup.pass_time(60_000)
            assert (await setup.match()).abandoned == set()

    run_story(story)


def test_who_never_came_is_away_from_the_start(run_story: Run) -> None:
    async def story(setup: Setup) -> None:
        setup.now += 5_000
        await setup.begin(Fischer(600, 0))
        await setup.pass_time(60_000)
        assert (await setup.match()).abandoned == {0, 1}

    run_story(story)


def test_a_bot_plays_its_turn_however_many_actions_it_has(run_story: Run) -> None:
    async def story(setup: Setup) -> None:
        id = await setup.begin(Untimed(), "flipflop", Bot(3))
        for number in range(8):
            match = await setup.match()
            if match.status != "running":
                break
            action = match.state.text(match.state.legal_actions()[0])
            await setup.referee.ask(id, setup.ann, Act(action, match.position), f"n{number}")
            while (await setup.match()).bot_to_move() is not None:
                [job] = [job for job in await setup.claim() if job.kind == outbox.BOT]
                await setup.handlers.do(job)
        assert [job for job in await setup.claim() if job.kind == outbox.BOT] == []
        match = await setup.match()
        assert match.state.over or match.state.turn >= 8

    run_story(story)


def test_a_bots_turn_is_dropped_where_the_position_has_changed_meanwhile(run_story: Run) -> None:
    """The bot has decided on two actions; meanwhile its opponent has taken a move back and made another."""

    async def story(setup: Setup) -> None:
        id = await setup.begin(Untimed(), "flipflop", Bot(3))
        await setup.referee.ask(id, setup.ann, Act("e3", 1), "a")
        [job] = await setup.claim()
        thought: asyncio.Future[list[str]] = asyncio.get_running_loop().create_future()
        setup.workers.begin = lambda *_: thought  # type: ignore[method-assign]
        playing = asyncio.create_task(setup.handlers.do(job))
        await asyncio.sleep(0)
        await setup.referee.ask(id, setup.ann, MakeOffer("takeback"), "b")
        await setup.referee.ask(id, setup.ann, Act("c5", 4), "c")
        thought.set_result(["d3", "c3"])
        await playing
        match = await setup.match()
        assert [match.state.text(action) for action in match.state.actions()] == ["c5"]
        assert [job.kind for job in await setup.claim()] == [outbox.BOT]  # it must think again

    run_story(story)


def test_a_claim_that_was_lost_has_no_effect(run_story: Run) -> None:
    """A process that was asleep beyond its lease wakes up when another has done the job."""

    async def story(setup: Setup) -> None:
        await setup.begin(PerTurn(30), "checkers")
        setup.now += 30_000
        [late] = await setup.claim("slow")
        setup.now += LEASE
        [job] = await setup.claim("quick")
        await setup.handlers.do(job)
        await setup.handlers.do(late)
        assert (await setup.match()).state.ply == 1

    run_story(story)


def test_who_was_away_while_the_server_was_has_not_stayed_away(run_story: Run) -> None:
    async def story(setup: Setup) -> None:
        await setup.begin(Fischer(600, 0))  # a tenth of the game: a minute
        async with setup.watching(setup.ann):
            await setup.pass_time(30_000)
            setup.gaps.append(Gap(setup.now, setup.now + 100_000))
            setup.now += 100_000
            await setup.pass_time(59_999)
            assert (await setup.match()).abandoned == set()
            await setup.pass_time(1)
            assert (await setup.match()).abandoned == {1}

    run_story(story)


def test_two_processes_on_one_match_never_fork_it(run_story: Run) -> None:
    """Each has the match in memory; after a conflict, the second one applies what the first has done."""

    async def story(setup: Setup) -> None:
        id = await setup.begin(Untimed())
        other = Setup(setup.store)
        other.ann, other.bob = setup.ann, setup.bob
        async with setup.watching(setup.ann), other.watching(other.bob):
            await setup.referee.ask(id, setup.ann, Act("f3-e3", 1), "a")
            await other.referee.ask(id, other.bob, Act("c6-d6", 2), "b")
            with pytest.raises(Refused):
                await setup.referee.ask(id, setup.ann, Act("f2-f3", 2), "c")
            await setup.referee.ask(id, setup.ann, Act("f2-f3", 3), "d")
            log = await setup.store.read(lambda unit: unit.log.read(id))
        assert [row.version for row in log] == [1, 2, 3, 4]
        other.workers.stop()

    run_story(story)


def test_a_bot_goes_on_when_another_process_has_played_its_last_turn(run_story: Run) -> None:
    """The other process has removed this process's row for the bot with its work: the next turn needs a new one."""

    async def story(setup: Setup) -> None:
        id = await setup.begin(Untimed(), second=Bot(1))
        other = Setup(setup.store)
        async with setup.watching(setup.ann):
            await setup.referee.ask(id, setup.ann, Act("f3-e3", 1), "a")
            [job] = await setup.claim("other")
            await other.handlers.do(job)
            with pytest.raises(Refused):
                await setup.referee.ask(id, setup.ann, Act("f2-f3", 2), "b")
            now = await setup.match()
            legal = now.state.text(now.state.legal_actions()[0])
            await setup.referee.ask(id, setup.ann, Act(legal, now.position), "c")
            assert await setup.store.read(lambda unit: unit.jobs.due(outbox.BOT, id)) is not None
        other.workers.stop()

    run_story(story)


def test_a_bots_turn_is_not_lost_to_a_process_that_missed_the_move_before_it(run_story: Run) -> None:
    """A process with an outdated match finds nothing to do, and must not remove the job."""

    async def story(setup: Setup) -> None:
        await setup.begin(Untimed(), second=Bot(1))
        other = Setup(setup.store)
        behind = other.matches.keep("m")  # as if by an earlier turn that is not quite over
        async with other.matches.hold("m"):
            pass
        await setup.referee.ask("m", setup.ann, Act("f3-e3", 1), "a")
        for job in await setup.claim("other"):
            await other.handlers.do(job)
        other.matches.let_go(behind)
        await setup.pass_time(LEASE)
        async with setup.matches.hold("m") as live:
            await setup.matches.catch_up(live)
            assert live.match.state.turn == 2

    run_story(story)


def is_somebody_waiting(url: str) -> bool:
    """Whether a connection to the database waits for a lock."""
    waiting = b"SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
    with psycopg.connect(url) as connection:
        return connection.execute(waiting).fetchone() is not None


def test_a_job_and_a_command_never_wait_for_each_other(
    new_postgresql: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both change the match and its job. If they locked them in different orders, the database would abort one."""
    url = new_postgresql()
    upgrade(url)
    job_done, resigned, done, append = threading.Event(), threading.Event(), Jobs.done, Log.append

    def resign(log: Log, *match: str, command: tuple[str, str] | None = None, **row: Any) -> int:
        if command is None:
            return append(log, *match, **row)
        assert job_done.wait(DEADLINE)
        last = append(log, *match, command=command, **row)
        resigned.set()
        return last

    def do_and_wait(jobs: Jobs, job: Job) -> bool:
        is_mine = done(jobs, job)
        job_done.set()
        until(lambda: resigned.is_set() or is_somebody_waiting(url))
        return is_mine

    async def story() -> None:
        store = Store(url)
        one, other = Setup(store), Setup(store)
        try:
            await one.begin(Untimed(), second=Bot(1))
            await one.referee.ask("m", one.ann, Act("f3-e3", 1), "a")
            await other.match()
            monkeypatch.setattr(Log, "append", resign)
            monkeypatch.setattr(Jobs, "done", do_and_wait)
            turn = asyncio.create_task(one.handlers.do((await one.claim())[0]))
            await other.referee.ask("m", one.ann, Resign(), "b")
            await turn
        finally:
            one.workers.stop()
            other.workers.stop()
            await store.close()

    asyncio.run(story())


def test_absence_is_checked_again_by_a_process_that_missed_the_beginning(run_story: Run) -> None:
    async def story(setup: Setup) -> None:
        ann, bob = await setup.store.write(lambda unit: [unit.accounts.add_guest(NOON) for _ in range(2)])
        seats = (Person(ann.id, "Ann"), None)
        created = Created(
            at=NOON, game="cengers", options={}, seats=seats, clock=Fischer(60, 0), kind="invite", invite="digest"
        )
        await setup.store.write(lambda unit: create_match(unit, "m", created, None))
        other = Setup(setup.store)
        behind = other.matches.keep("m")
        async with other.matches.hold("m") as live:
            assert live.match.status == "open"
        await setup.referee.settle("m", Join(Person(bob.id, "Bob"), "digest"))
        setup.now += 30_000
        other.now = setup.now
        for job in await setup.claim("other"):
            await other.handlers.do(job)
        other.matches.let_go(behind)
        assert await setup.store.read(lambda unit: unit.jobs.due(outbox.ABSENCE, "m")) is not None

    run_story(story)


def test_a_flag_falls_in_time_when_another_process_has_looked_before(run_story: Run) -> None:
    """It was early, found nothing and put the row back, for a clock that runs longer than the next one."""

    async def story(setup: Setup) -> None:
        id = await setup.begin(Fischer(60, 0))
        other = Setup(setup.store)
        async with setup.watching(setup.ann, setup.bob):
            await setup.referee.ask(id, setup.ann, Act("f3-e3", 1), "a")
            setup.now += 50_000
            await setup.referee.ask(id, setup.bob, Act("c6-d6", 2), "b")
            setup.now = other.now = setup.now + 10_000  # the first row is due
            [job] = [job for job in await setup.claim("other") if job.kind == outbox.FLAG]
            await other.handlers.do(job)
            await setup.referee.ask(id, setup.ann, Act("f2-f3", 3), "c")  # Bob has ten seconds left
            due = await setup.store.read(lambda unit: unit.jobs.due(outbox.FLAG, id))
            assert due == setup.now + 10_000
        other.workers.stop()

    run_story(story)


def test_a_match_that_cannot_be_read_does_not_keep_the_server_from_starting(run_story: Run) -> None:
    async def story(setup: Setup) -> None:
        await setup.begin(Fischer(60, 0))
        await setup.outages.exclude_downtime()
        await setup.store.write(lambda unit: unit.jobs.put(outbox.FLAG, "broken", setup.now))
        setup.now += 10_000
        await setup.outages.exclude_downtime()
        assert (await setup.match()).times.remaining(0, setup.now) == 60_000

    run_story(story)


def test_what_cannot_be_written_is_not_believed(run_story: Run) -> None:
    """The disk fails once: the player's move is not acknowledged, memory matches the log, and play continues."""

    async def story(setup: Setup) -> None:
        id = await setup.begin(Untimed())
        write = setup.store.write

        async def fail(work: object) -> None:
            raise OSError("the disk is full")

        async with setup.watching(setup.ann):
            setup.store.write = fail  # type: ignore[method-assign, assignment]
            with pytest.raises(OSError, match="full"):
                await setup.referee.ask(id, setup.ann, Act("f3-e3", 1), "a")
            setup.store.write = write  # type: ignore[method-assign]
            assert (await setup.match()).version == 1
            assert await setup.referee.ask(id, setup.ann, Act("f3-e3", 1), "a") == range(2, 3)
        assert (await setup.match()).state.ply == 1

    run_story(story)


def test_an_end_that_cannot_be_summed_up_is_not_believed_either(
    run_story: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(setup: Setup) -> None:
        id = await setup.begin(Untimed())

        def fail(match: Match, pace: object) -> None:
            raise ArithmeticError

        async with setup.watching(setup.ann):
            with monkeypatch.context() as broken:
                broken.setattr(referee, "summary", fail)
                with pytest.raises(ArithmeticError):
                    await setup.referee.ask(id, setup.ann, Resign(), "a")
            assert (await setup.match()).status == "running"
            await setup.referee.ask(id, setup.ann, Resign(), "a")
            assert (await setup.match()).status == "finished"

    run_story(story)


def test_what_comes_too_late_finds_the_flag_fallen(run_story: Run) -> None:
    async def story(setup: Setup) -> None:
        await setup.begin(Fischer(1, 0))
        setup.now += 1_000
        with pytest.raises(Refused) as refused:
            await setup.referee.ask("m", setup.ann, Act("f3-e3", 1), "late")
        assert refused.value.code == "out_of_time"
        match = await setup.match()
        assert (match.result, match.state.ply) == ((1, "time"), 0)  # before any job was run

    run_story(story)
