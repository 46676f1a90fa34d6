"""Hints over the WebSocket: the best action on demand, stored before it is sent."""

from __future__ import annotations

import asyncio
from queue import SimpleQueue
from threading import Event
from typing import Any

import pytest

import quincunx
from live.players import UNTIMED, Player, begun, guest, play_through
from quincunx.core.state import State
from quincunx.host.account_turns import AccountTurns
from quincunx.host.bot_workers import BotWorkers
from quincunx.host.fair_shares import FairShares
from quincunx.host.hints import Hints
from quincunx.search.agent import Budget
from servers import DEADLINE, Server


async def against_bot(player: Player, **fields: Any) -> str:
    asked = {"game": "cengers", "clock": UNTIMED, "colour": "first", "opponent": {"kind": "bot", "level": 1}}
    made = await player.does("create", **asked | fields)
    await player.does("watch", match=made["match"])
    return str(made["match"])


def test_the_best_action_is_told_and_counted(on_either: Server) -> None:
    async def story() -> None:
        ann = await guest(on_either).come()
        id = await against_bot(ann)
        told = await ann.asks("hint", match=id, position=1)
        assert told["type"] == "answer"
        assert ann.match(id).hints == (1, 0)
        again = await ann.asks("hint", match=id, position=1)
        assert again["type"] == "answer"
        assert ann.match(id).hints == (1, 0)
        assert (await ann.plays(id, told["action"]))["type"] == "ack"

    play_through(story)


def test_a_hint_that_was_lost_on_the_way_is_asked_for_again(on_either: Server) -> None:
    async def story() -> None:
        ann = await guest(on_either).come()
        id = await against_bot(ann)
        for _ in range(2):
            assert (await ann.asks("hint", id="hint", match=id, position=1))["type"] == "answer"
        assert ann.match(id).hints == (1, 0)

    play_through(story)


def test_at_one_screen_too(server: Server) -> None:
    async def story() -> None:
        ann = await guest(server).come()
        id = await against_bot(ann, opponent={"kind": "hot_seat"})
        assert (await ann.asks("hint", match=id, position=1))["action"]

    play_through(story)


def test_not_between_people(server: Server) -> None:
    async def story() -> None:
        ann, bob = await guest(server).come(), await guest(server).come()
        id, _ = await begun(ann, bob)
        assert (await ann.asks("hint", match=id, position=1))["code"] == "no_hints"
        assert (await bob.asks("hint", match=id, position=1))["code"] == "no_hints"

    play_through(story)


def test_not_for_those_who_watch_nor_for_another_position(server: Server) -> None:
    async def story() -> None:
        ann, bob = await guest(server).come(), await guest(server).come()
        id = await against_bot(ann)
        assert (await bob.asks("hint", match=id, position=1))["code"] == "not_yours"
        assert (await ann.asks("hint", match=id, position=7))["code"] == "stale"

    play_through(story)


class Slow:
    """An agent that reports what it thinks about, and thinks until the test releases it."""

    name = "slow"

    def __init__(self) -> None:
        self.begun: SimpleQueue[str] = SimpleQueue()
        self.go = Event()

    def choose(self, state: State, budget: Budget) -> int:
        self.begun.put(state.game.key)
        assert self.go.wait(DEADLINE)
        return state.legal_actions()[0]

    def stop(self) -> None:
        self.go.set()

    async def begins(self) -> str:
        return await asyncio.to_thread(self.begun.get, timeout=DEADLINE)


def test_one_account_thinks_about_one_hint_at_a_time_and_others_do_not_wait_for_it() -> None:
    slow = Slow()
    workers = BotWorkers(4, 1.0, lambda name, game: slow)
    hints = Hints(workers, FairShares(), AccountTurns())

    async def ask(account: str, game: str) -> str:
        async with hints.turn(account):
            return await hints.best(account, game, 1, quincunx.game(game).start())

    async def story() -> None:
        first = asyncio.create_task(ask("ann", "cengers"))
        assert await slow.begins() == "cengers"
        asked = [asyncio.create_task(ask(*each)) for each in (("ann", "checkers"), ("bob", "flipflop"))]
        assert await slow.begins() == "flipflop"
        assert slow.begun.empty()
        slow.go.set()
        assert all(await asyncio.gather(first, *asked))
        assert await slow.begins() == "checkers"

    asyncio.run(story())
    workers.stop()


def test_a_hint_that_is_known_is_not_thought_out_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quincunx.host.hints.MOST_KNOWN", 2)
    slow = Slow()
    slow.go.set()
    workers = BotWorkers(1, 1.0, lambda name, game: slow)
    hints, state = Hints(workers, FairShares(), AccountTurns()), quincunx.game("cengers").start()

    async def story() -> None:
        for position in (1, 1, 2, 1, 3, 1):  # the third stored hint replaces the first
            await hints.best("ann", "match", position, state)
        assert slow.begun.qsize() == 4

    asyncio.run(story())
    workers.stop()


def test_the_same_account_on_two_lines_waits_for_its_turn(server: Server) -> None:
    async def story() -> None:
        ann = await guest(server).come()
        tab = await ann.another_tab().come()
        matches = [await against_bot(ann), await against_bot(tab)]
        asked = zip((ann, tab), matches, strict=True)
        told = await asyncio.gather(*(one.asks("hint", match=id, position=1) for one, id in asked))
        assert [answer["type"] for answer in told] == ["answer", "answer"]
        again = await tab.asks("hint", match=matches[0], position=1)
        assert again["action"] == told[0]["action"]

    play_through(story)
