"""Hints: what a strong bot would play."""

from __future__ import annotations

from quincunx.core.state import State
from quincunx.search.agent import Agent, Budget
from quincunx.search.bots import bot
from quincunx.search.levels import LEVELS

SECONDS = 1.0


class Adviser:
    """Thinks about one state at a time."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self._budget = Budget(seconds)
        self._agent: Agent | None = None

    def best(self, state: State) -> int:
        """The best action, as far as it can be seen in the time."""
        self._agent = bot(f"level {LEVELS[-1].number}", state.game)
        return self._agent.choose(state, self._budget)

    def stop(self) -> None:
        """Whatever is being thought about is no longer wanted."""
        if self._agent is not None:
            self._agent.stop()
