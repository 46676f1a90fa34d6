"""Solving puzzles: one attempt, its effect on ratings and streaks, and the choice of the next puzzle. Pure.

A try is a whole turn, judged by the position it reaches: different orders of actions that reach the same position are
all right. The first of these decides whether a puzzle counts as solved: all turns right, a wrong turn, a hint, or
giving up. Days are counted from the epoch, in UTC.
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

DAY = 24 * 60 * 60 * 1000  # milliseconds
Verdict = Literal["unfinished", "wrong", "right", "solved"]
DOUBT = 120.0  # the deviation of a puzzle's rating before anyone has tried it
NEAREST = 3  # the next puzzle is one of this many nearest to the solver's rating


class Judged(Struct, frozen=True):
    """The judgement of a try: a verdict, the position after it, and the opponent's answer if the solution continues."""

    verdict: Verdict
    state: State
    answer: Turn = ()


class Standing(Struct, frozen=True):
    """A solver's rating, numbers of solved and failed puzzles, and current and best streak."""

    rating: Rating = Rating()
    solved: int = 0
    failed: int = 0
    current: int = 0
    best: int = 0


class Attempt:
    """One attempt at a puzzle: the right turns so far, and the state they have led to."""

    def __init__(self, game: Game, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.state = game.position(puzzle.position)
        self.solver = self.state.to_move
        self.done = 0  # turns of the solution that have been played, including the answers

    @property
    def solved(self) -> bool:
        """Whether the whole solution has been found."""
        return self.done >= len(self.puzzle.solution)

    @property
    def expected(self) -> Turn:
        """The right turn in the current position."""
        return self.puzzle.solution[self.done]

    def judge(self, turn: Sequence[str]) -> Judged:
        """Judge a turn without playing it; raises ActionError if it is illegal."""
        after = played(self.state, turn)
        if not after.over and after.to_move == self.solver:
            return Judged("unfinished", after)
        if after.key != played(self.state, self.expected).key:
            return Judged("wrong", after)
        if self.done + 1 == len(self.puzzle.solution):
            return Judged("solved", after)
        return Judged("right", after, self.puzzle.solution[self.done + 1])

    def attempt(self, turn: Sequence[str]) -> Judged:
        """Judge a turn; if it is right, play it and the answer."""
        judged = self.judge(turn)
        if judged.verdict in ("right", "solved"):
            self.state = played(judged.state, judged.answer)
            self.done += 1 + bool(judged.answer)
        return judged

    def hint(self) -> list[str]:
        """Squares to look at: where the right turn begins, or, for a placement, the legal squares on its file."""
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
    """The initial rating of a puzzle."""
    return Rating(float(puzzle.rating), DOUBT)


def scored(standing: Standing, grade: Rating, solved: bool) -> tuple[Standing, Rating]:
    """The solver's standing and the puzzle's rating after an attempt, rated like a match between the two."""
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
    """The number (from 1) of the next puzzle to try: an untried one close to the solver's rating.

    `turn` is an increasing number that varies the choice. When all puzzles have been tried, they start over.
    """
    left = [number for number in range(1, len(grades) + 1) if number not in tried] or list(range(1, len(grades) + 1))
    near = sorted(left, key=lambda number: (abs(grades[number - 1] - rating), number))[:NEAREST]
    return near[Random(turn).below(len(near))]


def daily_number(day: int, game: Game, count: int) -> int:
    """The number (from 1) of a day's puzzle: the same for everyone, and each puzzle once every `count` days."""
    round, place = divmod(day, count)
    order = list(range(1, count + 1))
    random = Random(crc32(f"{game.key} {round}".encode()))
    for last in range(count - 1, 0, -1):
        other = random.below(last + 1)
        order[last], order[other] = order[other], order[last]
    return order[place]


def days_in_a_row(days: Iterable[int], today: int) -> int:
    """The number of consecutive days, ending today or yesterday, on which at least one puzzle was solved."""
    solved = set(days)
    last = today if today in solved else today - 1
    first = last
    while first in solved:
        first -= 1
    return last - first
