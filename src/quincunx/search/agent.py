"""Computer players."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from quincunx.core.random import Random
from quincunx.core.state import State
from quincunx.search.root import Line
from quincunx.words import Text


@dataclass(frozen=True)
class Budget:
    """The limits for a turn: seconds, depth in turns, and nodes (0: no limit)."""

    seconds: float = 1.0
    depth: int = 60
    nodes: int = 0


class Agent(Protocol):
    """Chooses an action in any state in which the game is not over."""

    name: Text

    def choose(self, state: State, budget: Budget) -> int:
        """Choose a legal action. The budget is for the whole turn: its later actions need no more time."""

    def stop(self) -> None:
        """Make a choice that is in progress in another thread return soon."""


class Search(Protocol):
    """One search of one state, by any method."""

    def run(self, seconds: float, most_depth: int, most_nodes: int, lines: int) -> None:
        """Search for this number of best lines within the limits."""

    def stop(self) -> None:
        """Stop soon."""

    def lines(self, count: int) -> list[Line]:
        """The best lines, best first."""


class RandomAgent:
    """Chooses among all legal actions with equal probability."""

    name = "random"

    def __init__(self, seed: int = 0) -> None:
        self.random = Random(seed)

    def choose(self, state: State, budget: Budget) -> int:
        """Choose a legal action at random."""
        actions = state.legal_actions()
        return actions[self.random.below(len(actions))]

    def stop(self) -> None:
        """Do nothing: a random choice takes no time."""


class SearchAgent:
    """Searches once per turn, and plays the best line to the end of the turn."""

    lines = 1  # to choose from

    def __init__(self, name: Text, begin: Callable[[State], Search]) -> None:
        self.name = name
        self.begin = begin
        self.search: Search | None = None
        self.plan: dict[int, int] = {}  # the remaining actions of the turn, by the keys of the positions

    def choose(self, state: State, budget: Budget) -> int:
        """Choose a legal action; immediately if it is the only one, or was decided earlier in the turn."""
        actions = state.legal_actions()
        planned = self.plan.get(state.key, actions[0] if len(actions) == 1 else None)
        if planned in actions:
            return int(planned)
        line = self.pick(self.best_lines(state, budget))
        self.plan = rest_of_turn(state, line)
        return line.action

    def best_lines(self, state: State, budget: Budget) -> list[Line]:
        """The best lines that the search finds within the budget."""
        self.search = self.begin(state)
        self.search.run(budget.seconds, budget.depth, budget.nodes, self.lines)
        return self.search.lines(self.lines)

    def pick(self, lines: list[Line]) -> Line:
        """The line to play."""
        return lines[0]

    def stop(self) -> None:
        """Stop the current search, if there is one."""
        if self.search is not None:
            self.search.stop()


def rest_of_turn(state: State, line: Line) -> dict[int, int]:
    """The line's actions after the first one and within the turn, by the key of the position."""
    plan: dict[int, int] = {}
    ahead = state.copy()
    for action, following in zip(line.actions, line.actions[1:], strict=False):
        ahead.apply(action)
        if ahead.to_move != state.to_move or ahead.over:
            break
        plan[ahead.key] = following
    return plan
