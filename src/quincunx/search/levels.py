"""Bots of eight levels. The weaker ones make human-like mistakes: they search less deep, and do not always play the
best line.

Games differ in how much depth and overlooked lines matter, so a game may define its own levels in a file beside it.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import resources

from quincunx.core.random import Random
from quincunx.core.spec import Spec
from quincunx.core.state import State
from quincunx.search.agent import Budget, Search, SearchAgent
from quincunx.search.root import Line
from quincunx.words import Text, phrase

FILE = "levels.toml"
TOLERANCE = 4.0  # temperatures: a line worse than the best by more than this is never chosen


@dataclass(frozen=True)
class Level:
    """How deep a bot searches (turns, nodes; 0: no limit), from how many lines it chooses, and how randomly.

    Nodes are used instead of seconds so that a level is just as strong on a slow machine. The temperature is in
    hundredths of the game's grain: a line worse by that much is chosen 2.7 times less often.
    """

    number: int
    name: Text
    depth: int = 60
    nodes: int = 0
    lines: int = 1
    temperature: float = 0.0

    def within(self, budget: Budget) -> Budget:
        """The part of a budget that the level uses."""
        nodes = min(self.nodes, budget.nodes) if self.nodes and budget.nodes else self.nodes or budget.nodes
        return Budget(budget.seconds, min(budget.depth, self.depth), nodes)


LEVELS = (
    Level(1, phrase("search.level.newcomer"), 1, 1_000, 16, 100.0),
    Level(2, phrase("search.level.learner"), 1, 1_000, 8, 45.0),
    Level(3, phrase("search.level.casual_player"), 2, 1_000, 6, 30.0),
    Level(4, phrase("search.level.regular"), 3, 2_000, 4, 25.0),
    Level(5, phrase("search.level.club_player"), 60, 2_000),
    Level(6, phrase("search.level.expert"), 60, 5_000),
    Level(7, phrase("search.level.master"), 60, 12_000),
    Level(8, phrase("search.level.grandmaster")),
)


def levels_of(spec: Spec) -> tuple[Level, ...]:
    """The levels of a game: from the file beside it, with the default for each level that the file does not define."""
    file = resources.files(spec.package).joinpath(FILE)
    own = tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    return tuple(_own_level(usual, own.get(str(usual.number))) for usual in LEVELS)


def _own_level(usual: Level, own: Mapping[str, float] | None) -> Level:
    if own is None:
        return usual
    whole = {name: int(own[name]) for name in ("depth", "nodes", "lines") if name in own}
    return Level(usual.number, usual.name, **whole, temperature=float(own.get("temperature", 0)))


class LevelAgent(SearchAgent):
    """A bot at one level."""

    def __init__(self, level: Level, begin: Callable[[State], Search], grain: int, seed: int) -> None:
        super().__init__(phrase("search.level.number", number=level.number), begin)
        self.level = level
        self.temperature = level.temperature * grain / 100
        self.lines = level.lines
        self.random = Random(seed)

    def best_lines(self, state: State, budget: Budget) -> list[Line]:
        """The best lines that the search finds within the level's part of the budget."""
        return super().best_lines(state, self.level.within(budget))

    def pick(self, lines: list[Line]) -> Line:
        """Choose one of the good lines; better ones are more likely."""
        return pick(lines, self.temperature, self.random)


def pick(lines: list[Line], temperature: float, random: Random) -> Line:
    """Choose a line by softmax over the scores: one worse by the temperature is chosen 2.7 times less often."""
    if not temperature:
        return lines[0]
    worse = [(lines[0].score - line.score) / temperature for line in lines]
    weights = [math.exp(-gap) if gap <= TOLERANCE else 0.0 for gap in worse]
    mark = random.below(1 << 30) / (1 << 30) * sum(weights)
    for line, weight in zip(lines, weights, strict=True):
        mark -= weight
        if mark < 0:
            return line
    return lines[0]
