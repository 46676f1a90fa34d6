"""Players that are programs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from quincunx.core.evaluator import Evaluator
from quincunx.core.random import Random
from quincunx.core.state import State
from quincunx.search.alphabeta import AlphaBeta
from quincunx.search.table import Table


@dataclass(frozen=True)
class Budget:
    """What a choice may cost: seconds, turns of depth, and nodes (0: no limit)."""

    seconds: float = 1.0
    depth: int = 60
    nodes: int = 0


class Agent(Protocol):
    """Chooses an action wherever the game is not over."""

    name: str

    def choose(self, state: State, budget: Budget) -> int:
        """One of the legal actions."""


class RandomAgent:
    """Any legal action, all alike."""

    name = "random"

    def __init__(self, seed: int = 0) -> None:
        self.random = Random(seed)

    def choose(self, state: State, budget: Budget) -> int:
        """One of the legal actions."""
        actions = state.legal_actions()
        return actions[self.random.below(len(actions))]


class SearchAgent:
    """The best action that alpha-beta search finds within the budget."""

    name = "search"

    def __init__(self, evaluator: Evaluator, megabytes: int = 16) -> None:
        self.evaluator = evaluator
        self.table = Table(megabytes)

    def choose(self, state: State, budget: Budget) -> int:
        """One of the legal actions; a forced one at once."""
        actions = state.legal_actions()
        if len(actions) == 1:
            return actions[0]
        search = AlphaBeta(state, self.evaluator, self.table)
        search.run(budget.seconds, budget.depth, budget.nodes)
        return search.lines(1)[0].action
