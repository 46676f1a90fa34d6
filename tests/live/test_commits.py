"""Database writes per turn: one for a player's turn, however many actions it has, and one for the bot's answer."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TypeVar

import pytest

from quincunx.core.random import Random
from quincunx.host.bot_scheduler import BotScheduler
from quincunx.host.bot_workers import BotWorkers
from quincunx.host.fair_shares import FairShares
from quincunx.host.host_clock import HostClock
from quincunx.host.jobs import outbox
from quincunx.host.jobs.handlers import JobHandlers
from quincunx.host.jobs.runner import JobRunner
from quincunx.host.live_matches import LiveMatches
from quincunx.host.match_factory import MatchFactory, MatchRequest
from quincunx.host.news import News
from quincunx.host.presence import Absences
from quincunx.host.referee import Referee
from quincunx.play.commands import Turn
from quincunx.play.match import Match
from quincunx.play.opponents import AgainstBot
from quincunx.protocol.accounts import Account
from quincunx.store.store import Store, Unit
from quincunx.store.upgrade import upgrade
from servers import DEADLINE

T = TypeVar("T")
LEASE = 60_000


class CountingStore(Store):
    """A database that counts its writes."""

    writes = 0

    async def write(self, work: Callable[[Unit], T]) -> T:
        self.writes += 1
        return await super().write(work)


class Host:
    """The parts of a server that play matches against bots."""

    def __init__(self, store: CountingStore) -> None:
        self.store = store
        now = HostClock().now
        self.matches = LiveMatches(store, now)
        self.referee = Referee(store, self.matches, now, Random(1))
        self.factory = MatchFactory(store, now, Random(1))
        handlers = JobHandlers(store, self.matches, self.referee, Absences(now()), BotWorkers(2, 0.05), now)
        scheduler = BotScheduler(store, FairShares(), now, bots=1, seconds=0.05, do=handlers.do)
        self.runner = JobRunner(
            store,
            now,
            by="test",
            kinds=(outbox.BOT,),
            most=scheduler.most,
            lease=LEASE,
            do=scheduler.do,
            pick=scheduler.pick,
        )
        self.referee.reserve_bot_turn = partial(scheduler.reserve, self.runner)
        self.referee.on_job = self.factory.on_job = self.runner.expect
        self.account = ""
        self.lag: int | None = None
        self._told = asyncio.Event()

    def on_news(self, news: News) -> None:
        self._told.set()

    async def until(self, holds: Callable[[Match], bool], id: str) -> Match:
        """Wait until the condition holds and nothing is left to do; returns the match."""
        async with asyncio.timeout(DEADLINE):
            while True:
                self._told.clear()
                async with self.matches.hold(id) as live:
                    if holds(live.match):
                        break
                await self._told.wait()
            while not self.runner.idle:
                await asyncio.sleep(0)
            return live.match


def whole_turn(match: Match, chance: random.Random) -> list[str]:
    """The actions of a whole turn."""
    state, actions = match.state.copy(), list[str]()
    while state.turn == match.state.turn and not state.over:
        action = chance.choice(state.legal_actions())
        actions.append(state.text(action))
        state.apply(action)
    return actions


async def play(host: Host, account: Account, game: str) -> tuple[int, int]:
    """Play five turns against a bot; returns the number of actions and of writes."""
    request = MatchRequest(game, AgainstBot(1), colour="first")
    id = (await host.factory.create(account, request, "a")).id
    live = host.matches.keep(id)
    live.subscribers.add(host)
    actions, writes, chance = 0, 0, random.Random(3)
    for number in range(5):
        match = await host.until(lambda match: match.bot_to_move() is None, id)
        if match.status != "running":
            break
        turn, before = whole_turn(match, chance), host.store.writes
        await host.referee.ask(id, account.id, Turn(turn, match.position), str(number))
        after = await host.until(lambda match: match.bot_to_move() is None, id)
        actions += after.state.ply - match.state.ply
        writes += host.store.writes - before
    return actions, writes


def test_a_turn_against_a_bot_is_two_commits(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'host.db'}"
    upgrade(url)

    async def story(game: str) -> tuple[int, int]:
        store = CountingStore(url)
        host = Host(store)
        account = await store.write(lambda unit: unit.accounts.add_guest(1))
        running = asyncio.create_task(host.runner.run())
        try:
            return await play(host, account, game)
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)
            await store.close()

    assert asyncio.run(story("hnefatafl")) == (10, 10)
    actions, writes = asyncio.run(story("cengers"))
    assert (actions > 10, writes) == (True, 10), "a turn of many actions is one commit too"


def test_a_claim_that_came_with_the_move_lapses_like_any_other(tmp_path: Path) -> None:
    """The process dies between the move and the bot's answer: another one answers when the lease has expired."""
    url = f"sqlite:///{tmp_path / 'host.db'}"
    upgrade(url)

    async def story() -> None:
        store = CountingStore(url)
        host = Host(store)
        account = await store.write(lambda unit: unit.accounts.add_guest(1))
        running = asyncio.create_task(host.runner.run())
        id = (await host.factory.create(account, MatchRequest("hnefatafl", AgainstBot(1), colour="first"), "a")).id
        match = await host.until(lambda match: True, id)
        host.runner.begin = lambda job, do: None  # type: ignore[method-assign]  # it dies there
        await host.referee.ask(id, account.id, Turn(whole_turn(match, random.Random(1)), match.position), "b")
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        due = await store.read(lambda unit: unit.jobs.due(outbox.BOT, id))
        lapses = await store.read(lambda unit: unit.jobs.next_due([outbox.BOT]))
        assert due is not None
        assert lapses is not None
        assert due < lapses
        claim = partial(_claim, at=lapses - 1)
        assert await store.write(claim) == []
        (taken,) = await store.write(partial(_claim, at=lapses))
        assert taken == id
        await store.close()

    asyncio.run(story())


class Faulty:
    """A subscriber that fails on any news."""

    account = ""
    lag: int | None = None

    def on_news(self, news: News) -> None:
        raise RuntimeError("no room for news")


def test_a_faulty_subscriber_does_not_cost_the_bot_its_turn(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'host.db'}"
    upgrade(url)

    async def story() -> None:
        store = CountingStore(url)
        host, faulty = Host(store), Faulty()
        account = await store.write(lambda unit: unit.accounts.add_guest(1))
        running = asyncio.create_task(host.runner.run())
        id = (await host.factory.create(account, MatchRequest("hnefatafl", AgainstBot(1), colour="first"), "a")).id
        live = host.matches.keep(id)
        for number in range(4):  # more often than there are slots
            match = await host.until(lambda match: match.bot_to_move() is None, id)
            live.subscribers.add(faulty)
            turn = Turn(whole_turn(match, random.Random(number)), match.position)
            with pytest.raises(RuntimeError, match="no room for news"):
                await host.referee.ask(id, account.id, turn, str(number))
            live.subscribers.remove(faulty)
            live.subscribers.add(host)
        assert (await host.until(lambda match: match.bot_to_move() is None, id)).state.ply == 8
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        await store.close()

    asyncio.run(story())


def _claim(unit: Unit, at: int) -> list[str]:
    return [job.subject for job in unit.jobs.claim([outbox.BOT], now=at, lease=1000, by="another")]
