"""Bots think in a few threads: the search lets Python go on meanwhile, and nobody waits for it but its own match."""

from __future__ import annotations

import asyncio
import secrets
from concurrent.futures import ThreadPoolExecutor

from quincunx.core.state import State
from quincunx.play.clocks import SECOND
from quincunx.play.match import Match
from quincunx.search.agent import Agent, Budget
from quincunx.search.bots import bot

PART_OF_CLOCK = 20  # a bot spends at most this part of what its clock has left on a turn


class Thinkers:
    """So many bots at once, and no turn longer than so many seconds."""

    def __init__(self, workers: int, seconds: float) -> None:
        self.workers = workers
        self._seconds = seconds
        self._threads = ThreadPoolExecutor(workers, "bot")
        self._thinking: dict[str, tuple[int, Agent]] = {}  # by match: the position's version, and who thinks

    def begin(self, id: str, match: Match, now: int) -> asyncio.Future[list[str]] | None:
        """Think about the bot's turn in the position as it is now: its actions, some time; None if it is nobody's."""
        player = match.bot_to_move()
        if player is None:
            return None
        state, thought = match.state.copy(), (match.position, bot(player.name, match.state.game, secrets.randbits(32)))
        self._thinking[id] = thought
        budget = Budget(self._limit(match, now))
        thinking = asyncio.get_running_loop().run_in_executor(self._threads, _turn, thought[1], state, budget)
        thinking.add_done_callback(lambda _: self._done(id, thought))
        return thinking

    def _done(self, id: str, thought: tuple[int, Agent]) -> None:
        if self._thinking.get(id) == thought:
            del self._thinking[id]

    def interrupt(self, id: str, position: int) -> None:
        """Nobody wants to know any more what would have been good in another position."""
        thinking = self._thinking.get(id)
        if thinking is not None and thinking[0] != position:
            thinking[1].stop()

    def stop(self) -> None:
        """Let everybody come to an end soon."""
        for _, agent in list(self._thinking.values()):
            agent.stop()
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _limit(self, match: Match, now: int) -> float:
        left = match.times.remaining(match.state.to_move, now)
        return self._seconds if left is None else min(self._seconds, left / SECOND / PART_OF_CLOCK)


def _turn(agent: Agent, state: State, budget: Budget) -> list[str]:
    actions: list[str] = []
    turn = state.turn
    while state.turn == turn and not state.over:
        action = agent.choose(state, budget)
        actions.append(state.text(action))
        state.apply(action)
    return actions
