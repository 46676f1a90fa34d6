"""Detecting puzzles that are too similar for the same collection."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TypeVar

from quincunx.core import action_codes
from quincunx.core.game import Game
from quincunx.core.state import State
from quincunx.notation.puzzle import Puzzle, Turn

Cell = TypeVar("Cell")
Squares = tuple[str, ...]  # the letter on each cell, or '' if it is empty
CLOSE = 5  # squares: moving a piece changes two
MOST_ALIKE = 8  # puzzles that end with the same move of the same kind of piece, up to symmetries of the board


class Known:
    """Detects puzzles that have been seen before, including mirrored ones and those with one or two pieces moved."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._seen: list[tuple[frozenset[Squares], Squares, tuple[Turn, Turn]]] = []
        self._patterns: Counter[tuple[str, tuple[int, int]]] = Counter()

    def is_new(self, puzzle: Puzzle) -> bool:
        """Whether no similar puzzle has been seen; if so, this one is remembered."""
        state = self._game.position(puzzle.position)
        squares, ends = self._squares(state), (puzzle.solution[0], puzzle.solution[-1])
        for mirrored, other, its_ends in self._seen:
            close = sum(one != two for one, two in zip(squares, other, strict=True)) <= CLOSE
            if squares in mirrored or (close and set(ends) & set(its_ends)):
                return False
        pattern = self._pattern(state, puzzle)
        if self._patterns[pattern] == MOST_ALIKE:
            return False
        self._patterns[pattern] += 1
        self._seen.append((frozenset(map(tuple, self._mirrored(squares))), squares, ends))
        return True

    def _squares(self, state: State) -> Squares:
        letters = self._game.spec.position_letters(state)
        return tuple(letters.get(cell, "") for cell in self._cells())

    def _pattern(self, state: State, puzzle: Puzzle) -> tuple[str, tuple[int, int]]:
        """The piece that makes the last action, and the cells of its move, up to symmetries of the board."""
        piece, way = "", (0, 0)
        for text in chain.from_iterable(puzzle.solution):
            action = state.parse(text)
            if action_codes.kind_of(action) not in (action_codes.END, action_codes.PASS):
                way = action_codes.origin_of(action), action_codes.target_of(action)
                piece = self._squares(state)[way[0]]
            state.apply(action)
        return piece, min((cells[way[0]], cells[way[1]]) for cells in self._mirrored(self._cells()))

    def _cells(self) -> range:
        return range(self._game.board.files * self._game.board.ranks)

    def _mirrored(self, cells: Sequence[Cell]) -> Iterator[list[Cell]]:
        """All rotations and reflections of the board, including the identity."""
        files = self._game.board.files
        rows = [list(cells[start : start + files]) for start in range(0, len(cells), files)]
        for _ in range(4):
            rows = [list(column) for column in zip(*rows[::-1], strict=True)]
            yield list(chain.from_iterable(rows))
            yield list(chain.from_iterable(rows[::-1]))
