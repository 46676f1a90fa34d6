"""Solving puzzles: one attempt, what it does to ratings and streaks, and which puzzle comes next. Pure.

A try is a whole turn, and the position it reaches is what counts: two orders of actions that end alike are both right.
The first thing that happens decides whether a puzzle counts as solved: all turns right, or a wrong one, a hint or
giving up. Days are counted from the epoch, and begin when they do in Greenwich.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Literal
from zlib import crc32

from msgspec import Struct

from quincunx.core import action_codes
from quincunx.core.game import Game
from quincunx.core.random import Random
from quincunx.core.state import State
from quincunx.notation.puzzle import Puzzle, Turn, played
from quincunx.play.glicko import Rating, rated

Verdict = Literal["unfinished", "wrong", "right", "solved"]
DOUBT = 120.0  # the deviation of a puzzle's rating before anybody has tried it
NEAREST = 3  # puzzles about as hard as the solver is good, of which one is taken


class Judged(Struct, frozen=True):
    """What a try comes to: the position after it, and the opponent's answer where the solution goes on."""

    verdict: Verdict
    state: State
    answer: Turn = ()


class Standing(Struct, frozen=True):
    """How well somebody solves puzzles: a rating, how many were solved and not, how many in a row, and at most."""

    rating: Rating = Rating()
    solved: int = 0
    failed: int = 0
    current: int = 0
    best: int = 0


class Attempt:
    """A puzzle under a solver's hands: the right turns so far, and where they have led."""

    def __init__(self, game: Game, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.state = game.position(puzzle.position)
        self.solver = self.state.to_move
        self.done = 0  # turns of the solution that have been played, the answers among them

    @property
    def solved(self) -> bool:
        """Whether nothing is left to find."""
        return self.done >= len(self.puzzle.solution)

    @property
    def expected(self) -> Turn:
        """The right turn here."""
        return self.puzzle.solution[self.done]

    def judge(self, turn: Sequence[str]) -> Judged:
        """What a turn comes to; ActionError for one that cannot be played. Nothing is played yet."""
        after = played(self.state, turn)
        if not after.over and after.to_move == self.solver:
            return Judged("unfinished", after)
        if after.key != played(self.state, self.expected).key:
            return Judged("wrong", after)
        if self.done + 1 == len(self.puzzle.solution):
            return Judged("solved", after)
        return Judged("right", after, self.puzzle.solution[self.done + 1])

    def attempt(self, turn: Sequence[str]) -> Judged:
        """The same; a right turn is played, and answered."""
        judged = self.judge(turn)
        if judged.verdict in ("right", "solved"):
            self.state = played(judged.state, judged.answer)
            self.done += 1 + bool(judged.answer)
        return judged

    def hint(self) -> list[str]:
        """Squares to look at: where the right turn begins, or, of a placement, those on its file."""
        game, action = self.state.game, self.state.parse(self.expected[0])
        if action_codes.kind_of(action) != action_codes.PLACE:
            return [game.square(action_codes.origin_of(action))]
        file = action_codes.target_of(action) % game.board.files
        cells = [
            action_codes.target_of(each)
            for each in self.state.legal_actions()
            if action_codes.kind_of(each) == action_codes.PLACE
        ]
        return [game.square(cell) for cell in cells if cell % game.board.files == file]


def grade_of(puzzle: Puzzle) -> Rating:
    """The rating that a puzzle starts with."""
    return Rating(float(puzzle.rating), DOUBT)


def scored(standing: Standing, grade: Rating, solved: bool) -> tuple[Standing, Rating]:
    """Solver and puzzle after an attempt: each is the other's opponent."""
    points = float(solved)
    current = standing.current + 1 if solved else 0
    after = Standing(
        rated(standing.rating, [(grade, points)]),
        standing.solved + solved,
        standing.failed + (not solved),
        current,
        max(standing.best, current),
    )
    return after, rated(grade, [(standing.rating, 1 - points)])


def next_number(grades: Sequence[float], rating: float, tried: Collection[int], turn: int) -> int:
    """The puzzle to try next, counted from 1: among those not tried, one about as hard as the solver is good.

    The turn, a number that grows, brings variety; where all have been tried they come again.
    """
    left = [number for number in range(1, len(grades) + 1) if number not in tried] or list(range(1, len(grades) + 1))
    near = sorted(left, key=lambda number: (abs(grades[number - 1] - rating), number))[:NEAREST]
    return near[Random(turn).below(len(near))]


def daily_number(day: int, game: Game, count: int) -> int:
    """The puzzle of a day, counted from 1: the same for everybody, and each once in so many days."""
    round, place = divmod(day, count)
    order = list(range(1, count + 1))
    random = Random(crc32(f"{game.key} {round}".encode()))
    for last in range(count - 1, 0, -1):
        other = random.below(last + 1)
        order[last], order[other] = order[other], order[last]
    return order[place]


def days_in_a_row(days: Iterable[int], today: int) -> int:
    """On how many days up to today, or yesterday, at least one puzzle was solved."""
    solved = set(days)
    last = today if today in solved else today - 1
    first = last
    while first in solved:
        first -= 1
    return last - first
