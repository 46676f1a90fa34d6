"""Hints: what a strong bot would play."""

from __future__ import annotations

from quincunx.core.state import State
from quincunx.search.agent import Agent, Budget
from quincunx.search.bots import bot
from quincunx.search.levels import LEVELS

SECONDS = 1.0


class Adviser:
    """Searches one state at a time."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self._budget = Budget(seconds)
        self._agent: Agent | None = None

    def best(self, state: State) -> int:
        """The best action found within the time limit."""
        self._agent = bot(f"level {LEVELS[-1].number}", state.game)
        return self._agent.choose(state, self._budget)

    def stop(self) -> None:
        """Stop the current search."""
        if self._agent is not None:
            self._agent.stop()
