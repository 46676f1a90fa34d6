"""Players that are programs."""

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
    """What a turn may cost: seconds, turns of depth, and nodes (0: no limit)."""

    seconds: float = 1.0
    depth: int = 60
    nodes: int = 0


class Agent(Protocol):
    """Chooses an action wherever the game is not over."""

    name: Text

    def choose(self, state: State, budget: Budget) -> int:
        """One of the legal actions. The budget is the turn's: its later actions cost nothing more."""

    def stop(self) -> None:
        """Let a choice under way in another thread come soon."""


class Search(Protocol):
    """One search of one state, by whatever method."""

    def run(self, seconds: float, most_depth: int, most_nodes: int, lines: int) -> None:
        """Search within these limits for so many best lines."""

    def stop(self) -> None:
        """Give up soon."""

    def lines(self, count: int) -> list[Line]:
        """The best lines, best first."""


class RandomAgent:
    """Any legal action, all alike."""

    name = "random"

    def __init__(self, seed: int = 0) -> None:
        self.random = Random(seed)

    def choose(self, state: State, budget: Budget) -> int:
        """One of the legal actions."""
        actions = state.legal_actions()
        return actions[self.random.below(len(actions))]

    def stop(self) -> None:
        """A random choice is there at once."""


class SearchAgent:
    """Searches once a turn, and plays the best line of it to the end of the turn."""

    lines = 1  # that the choice is made from

    def __init__(self, name: Text, begin: Callable[[State], Search]) -> None:
        self.name = name
        self.begin = begin
        self.search: Search | None = None
        self.plan: dict[int, int] = {}  # by the keys of the positions within the turn

    def choose(self, state: State, budget: Budget) -> int:
        """One of the legal actions; a forced one, or one decided earlier in the turn, at once."""
        actions = state.legal_actions()
        planned = self.plan.get(state.key, actions[0] if len(actions) == 1 else None)
        if planned in actions:
            return int(planned)
        line = self.pick(self.best_lines(state, budget))
        self.plan = rest_of_turn(state, line)
        return line.action

    def best_lines(self, state: State, budget: Budget) -> list[Line]:
        """What the search finds within the budget."""
        self.search = self.begin(state)
        self.search.run(budget.seconds, budget.depth, budget.nodes, self.lines)
        return self.search.lines(self.lines)

    def pick(self, lines: list[Line]) -> Line:
        """The line to play."""
        return lines[0]

    def stop(self) -> None:
        """Let the search under way come to an end."""
        if self.search is not None:
            self.search.stop()


def rest_of_turn(state: State, line: Line) -> dict[int, int]:
    """The actions of the line that follow its first one within the turn, by the key of the position."""
    plan: dict[int, int] = {}
    ahead = state.copy()
    for action, following in zip(line.actions, line.actions[1:], strict=False):
        ahead.apply(action)
        if ahead.to_move != state.to_move or ahead.over:
            break
        plan[ahead.key] = following
    return plan
