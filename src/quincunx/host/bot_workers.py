"""Bots search in a few threads. The search releases the GIL, so only the bot's own match waits for it."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from quincunx.core.game import Game
from quincunx.core.state import State
from quincunx.play.clocks import SECOND
from quincunx.play.match import Match
from quincunx.search.agent import Agent, Budget
from quincunx.search.bots import bot
from quincunx.search.levels import LEVELS

BOT_LEASE = 4_000  # milliseconds by which a claim on a bot's turn outlasts the longest turn
ADVICE_SECONDS = 1.0  # for a hint
PART_OF_CLOCK = 20  # a bot spends at most 1/20 of its remaining clock time on a turn

Agents = Callable[[str, Game], Agent]


def randomly_seeded(name: str, game: Game) -> Agent:
    """The bot of that name, with an unpredictable random seed."""
    return bot(name, game, secrets.randbits(32))


class BotTurn:
    """One bot's search for one turn."""

    def __init__(self, name: str, make: Agents, state: State, position: int, budget: Budget) -> None:
        self.position = position
        self._name = name
        self._make = make
        self._state = state
        self._budget = budget
        self._agent: Agent | None = None
        self._wanted = True

    def play(self) -> list[str]:
        """The actions of the bot's turn; fewer if it is stopped."""
        state, actions = self._state, list[str]()
        self._agent = agent = self._make(self._name, state.game)
        turn = state.turn
        while self._wanted and state.turn == turn and not state.over:
            action = agent.choose(state, self._budget)
            actions.append(state.text(action))
            state.apply(action)
        return actions

    def stop(self) -> None:
        """Tell the search to stop."""
        self._wanted = False
        if self._agent is not None:
            self._agent.stop()


class BotWorkers:
    """Runs a limited number of bots at once, with a limit per turn. Hints have separate threads, half as many."""

    def __init__(self, workers: int, seconds: float, agents: Agents = randomly_seeded) -> None:
        self._seconds = seconds
        self._agents = agents
        self._threads = ThreadPoolExecutor(workers, "bot")
        self.advisers = max(1, workers // 2)
        self._advice = ThreadPoolExecutor(self.advisers, "hint")
        self._turns: dict[str, BotTurn] = {}  # by match
        self._stopped = False

    def __len__(self) -> int:
        return len(self._turns)

    def begin(self, id: str, match: Match, now: int) -> asyncio.Future[list[str]] | None:
        """Start the search for the bot's turn in the current position; None if no bot is to move."""
        player = match.bot_to_move()
        if player is None or self._stopped:
            return None
        budget = Budget(self._limit(match, now))
        turn = BotTurn(player.name, self._agents, match.state.copy(), match.position, budget)
        self._turns[id] = turn
        done = asyncio.get_running_loop().run_in_executor(self._threads, turn.play)
        done.add_done_callback(lambda _: self._done(id, turn))
        return done

    def advise(self, state: State) -> asyncio.Future[int]:
        """The action that the strongest bot would play, for a hint."""
        agent = self._agents(f"level {LEVELS[-1].number}", state.game)
        budget = Budget(min(self._seconds, ADVICE_SECONDS))
        return asyncio.get_running_loop().run_in_executor(self._advice, agent.choose, state, budget)

    def interrupt(self, id: str, position: int) -> None:
        """Stop the bot of a match if it is searching a position other than the current one."""
        turn = self._turns.get(id)
        if turn is not None and turn.position != position:
            turn.stop()

    def stop(self) -> None:
        """Tell all searches to stop."""
        self._stopped = True
        for turn in self._turns.values():
            turn.stop()
        for threads in (self._threads, self._advice):
            threads.shutdown(wait=False, cancel_futures=True)

    def _done(self, id: str, turn: BotTurn) -> None:
        if self._turns.get(id) is turn:
            del self._turns[id]

    def _limit(self, match: Match, now: int) -> float:
        left = match.times.remaining(match.state.to_move, now)
        return self._seconds if left is None else min(self._seconds, left / SECOND / PART_OF_CLOCK)
