"""Bots of eight levels. The weaker ones err as people do: they look less far, and take a good line for the best one."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from quincunx.core.random import Random
from quincunx.core.state import State
from quincunx.search.agent import Budget, Search, SearchAgent
from quincunx.search.root import Line

TOLERANCE = 4.0  # temperatures: a line that much worse than the best is never taken


@dataclass(frozen=True)
class Level:
    """How far a bot looks (turns, nodes; 0: no limit), how many lines it weighs, and how little it tells them apart.

    Nodes and not seconds: a level is as strong on a slow machine. The temperature is in hundredths of the game's grain:
    a line worse by that much is taken 2.7 times less often.
    """

    number: int
    name: str
    depth: int
    nodes: int
    lines: int = 1
    temperature: float = 0.0

    def within(self, budget: Budget) -> Budget:
        """What of a budget the level makes use of."""
        nodes = min(self.nodes, budget.nodes) if self.nodes and budget.nodes else self.nodes or budget.nodes
        return Budget(budget.seconds, min(budget.depth, self.depth), nodes)


LEVELS = (
    Level(1, "Newcomer", 1, 5_000, 16, 100.0),
    Level(2, "Learner", 1, 5_000, 8, 32.0),
    Level(3, "Pastime player", 2, 5_000, 8, 20.0),
    Level(4, "Regular", 3, 5_000, 6, 18.0),
    Level(5, "Club player", 4, 8_000, 4, 7.0),
    Level(6, "Expert", 60, 10_000, 2, 4.0),
    Level(7, "Master", 60, 20_000),
    Level(8, "Grandmaster", 60, 0),
)


class LevelAgent(SearchAgent):
    """A bot of one level."""

    def __init__(self, level: Level, begin: Callable[[State], Search], grain: int, seed: int) -> None:
        super().__init__(f"level {level.number}", begin)
        self.level = level
        self.temperature = level.temperature * grain / 100
        self.lines = level.lines
        self.random = Random(seed)

    def best_lines(self, state: State, budget: Budget) -> list[Line]:
        """What the search finds within the level's part of the budget."""
        return super().best_lines(state, self.level.within(budget))

    def pick(self, lines: list[Line]) -> Line:
        """One of the good lines, the better the likelier."""
        if not self.temperature:
            return lines[0]
        worse = [(lines[0].score - line.score) / self.temperature for line in lines]
        weights = [math.exp(-gap) if gap <= TOLERANCE else 0.0 for gap in worse]
        mark = self.random.below(1 << 30) / (1 << 30) * sum(weights)
        for line, weight in zip(lines, weights, strict=True):
            mark -= weight
            if mark < 0:
                return line
        return lines[0]
