"""Estimates the difficulty of a puzzle as an initial rating, which solvers' results will correct."""

from __future__ import annotations

from dataclasses import dataclass

from quincunx.core.state import State
from quincunx.search.uniqueness import Chooser, FoundTurn, first_turn

DEEPEST = 9  # turns: deeper solutions are not graded any harder
TEMPTING = 9  # the number of best turns in which to look for tempting wrong ones
EASIEST, HARDEST = 500, 2800
BASE, BY_DEPTH, BY_WRONG, BY_QUIET, BY_TURN = 650, 150, 45, 130, 90  # points of rating


@dataclass(frozen=True)
class Grade:
    """The depth (in turns) a search needs, the number of tempting wrong turns, quiet or forcing, and the length."""

    depth: int
    wrong: int
    quiet: bool
    turns: int

    @property
    def is_plain(self) -> bool:
        """Whether it is obvious: a single forcing turn, without tempting alternatives."""
        return self.depth == 1 and self.turns == 1 and not self.quiet and not self.wrong

    @property
    def rating(self) -> int:
        """The rating of a solver who finds it half of the time."""
        points = (
            BY_DEPTH * (self.depth - 1) + BY_WRONG * self.wrong + BY_QUIET * self.quiet + BY_TURN * (self.turns - 1)
        )
        return max(EASIEST, min(HARDEST, BASE + points))


def grade(state: State, turn: FoundTurn, turns: int, nodes: int) -> Grade:
    """Grade how hard it is to find this turn, the first of `turns` in the solution."""
    chooser = Chooser(state.game, megabytes=2)
    quiet = chooser.evaluator.gain_of(state, turn.actions[0]) <= 0
    wrong = _tempting(state, turn, chooser)
    return Grade(_depth_needed(state, turn, chooser, nodes), wrong, quiet, turns)


def _tempting(state: State, turn: FoundTurn, chooser: Chooser) -> int:
    """The number of other turns that look as good or better at depth 1."""
    seen = chooser.best(state, nodes=0, depth=1, lines=TEMPTING)
    at = [line.score for line in seen if first_turn(state, line).key == turn.key]
    bar = max(at) - chooser.evaluator.grain if at else seen[-1].score
    return sum(line.score >= bar and first_turn(state, line).key != turn.key for line in seen)


def _depth_needed(state: State, turn: FoundTurn, chooser: Chooser, nodes: int) -> int:
    """The lowest depth from which on the turn is the best one."""
    needed = DEEPEST + 1
    for depth in range(DEEPEST, 0, -1):
        if first_turn(state, chooser.renewed(megabytes=1).best(state, nodes, depth)[0]).key != turn.key:
            break
        needed = depth
    return needed
