"""How hard a puzzle is, as a rating to start from: its solvers' results will correct it."""

from __future__ import annotations

from dataclasses import dataclass

from quincunx.core.state import State
from quincunx.search.uniqueness import Chooser, Turn, first_turn

DEEPEST = 9  # turns: what is not found by then is hard enough
TEMPTING = 9  # turns that are looked at for wrong ones
EASIEST, HARDEST = 500, 2800
BASE, BY_DEPTH, BY_WRONG, BY_QUIET, BY_TURN = 650, 150, 45, 130, 90  # points of rating


@dataclass(frozen=True)
class Grade:
    """Turns of depth from which on a search finds it; wrong turns as good at first sight; quiet or forcing; turns."""

    depth: int
    wrong: int
    quiet: bool
    turns: int

    @property
    def is_plain(self) -> bool:
        """Whether it is found at first sight: one forcing turn, and nothing that tempts."""
        return self.depth == 1 and self.turns == 1 and not self.quiet and not self.wrong

    @property
    def rating(self) -> int:
        """The rating of somebody who finds it every second time."""
        points = (
            BY_DEPTH * (self.depth - 1) + BY_WRONG * self.wrong + BY_QUIET * self.quiet + BY_TURN * (self.turns - 1)
        )
        return max(EASIEST, min(HARDEST, BASE + points))


def grade(state: State, turn: Turn, turns: int, nodes: int) -> Grade:
    """How hard it is to find that turn, the first of so many."""
    chooser = Chooser(state.game, megabytes=2)
    quiet = chooser.evaluator.gain_of(state, turn.actions[0]) <= 0
    wrong = _tempting(state, turn, chooser)
    return Grade(_depth_needed(state, turn, chooser, nodes), wrong, quiet, turns)


def _tempting(state: State, turn: Turn, chooser: Chooser) -> int:
    """How many other turns look as good at first sight, or better."""
    seen = chooser.best(state, nodes=0, depth=1, lines=TEMPTING)
    at = [line.score for line in seen if first_turn(state, line).key == turn.key]
    bar = max(at) - chooser.evaluator.grain if at else seen[-1].score
    return sum(line.score >= bar and first_turn(state, line).key != turn.key for line in seen)


def _depth_needed(state: State, turn: Turn, chooser: Chooser, nodes: int) -> int:
    """The least depth from which on the turn is the best."""
    needed = DEEPEST + 1
    for depth in range(DEEPEST, 0, -1):
        if first_turn(state, chooser.renewed(megabytes=1).best(state, nodes, depth)[0]).key != turn.key:
            break
        needed = depth
    return needed
