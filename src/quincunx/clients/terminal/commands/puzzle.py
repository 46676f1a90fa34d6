"""`quincunx puzzle`: solves puzzles in the line mode, also in a pipe."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from quincunx.clients.language import say, t
from quincunx.clients.terminal.extras import missing
from quincunx.clients.terminal.input.database import add_database, open_local_db
from quincunx.clients.terminal.input.game_options import named_spec
from quincunx.clients.terminal.input.parser import Parser, add_language
from quincunx.clients.terminal.input.prompts import choose
from quincunx.clients.terminal.input.values import count
from quincunx.clients.terminal.lines.puzzle import PosedPuzzle, PuzzleEnding, PuzzlePrompt
from quincunx.core.errors import OptionError
from quincunx.core.game import Game
from quincunx.games import games, make_game
from quincunx.games.puzzles import puzzled, shipped
from quincunx.notation.puzzle import Puzzle
from quincunx.play.puzzles import DAY, Standing, daily_number, grade_of, next_number, scored
from quincunx.words import phrase


def add_arguments(parser: Parser) -> None:
    """Add the command's arguments."""
    parser.set_defaults(run=_solve)
    parser.add_argument("game", metavar="GAME", nargs="?", help="a game's key; asked for if left out")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--daily", action="store_true", help="begin with today's puzzle, the same for everybody")
    which.add_argument("--number", type=count, metavar="N", help="begin with puzzle N")
    add_database(parser)
    add_language(parser)


def _solve(arguments: argparse.Namespace) -> None:
    game = _game(arguments)
    with _opened(arguments, game) as results:
        solver = Solver(game, results)
        number: int | None = _first(arguments, solver)
        print(solver.standing())
        print(t("lines.help.hint_at_help"))
        while number is not None:
            number = solver.offer(number)


def _game(arguments: argparse.Namespace) -> Game:
    """The game of the puzzles; refused if it has none."""
    having = puzzled()
    if arguments.game is None:
        keys = {game.key: say(games()[game.key].summary) for game in having}
        arguments.game = choose(t("commands.ask.game"), keys, "puzzle")
    game = make_game(named_spec(arguments.game).key, {})
    if not shipped(game):
        known = [each.spec.title for each in having]
        raise OptionError(phrase("commands.puzzle.none", game=game.spec.title, known=known))
    return game


def _first(arguments: argparse.Namespace, solver: Solver) -> int:
    if arguments.daily:
        return solver.daily()
    if arguments.number is None:
        return solver.next()
    if not 1 <= arguments.number <= len(solver.puzzles):
        raise OptionError(phrase("commands.puzzle.no_such_number", last=len(solver.puzzles), number=arguments.number))
    return int(arguments.number)


class Results(Protocol):
    """A solver's results in the puzzles of a game."""

    def standing(self) -> tuple[Standing, int]:
        """The solver's standing, and the number of days in a row with a solved puzzle."""

    def next(self, after: int) -> int:
        """The number of the puzzle to try next."""

    def count(self, puzzle: Puzzle, solved: bool) -> None:
        """Count the first attempt at a puzzle."""


class UnsavedResults:
    """The results since the program was started."""

    def __init__(self, game: Game) -> None:
        self._puzzles = shipped(game)
        self._standing = Standing()
        self._tried: set[int] = set()

    def standing(self) -> tuple[Standing, int]:
        """The solver's standing, and 0, because other days are not known."""
        return self._standing, 0

    def next(self, after: int) -> int:
        """The number of the puzzle to try next."""
        grades = [grade_of(puzzle).rating for puzzle in self._puzzles]
        return next_number(grades, self._standing.rating.rating, self._tried | {after}, len(self._tried))

    def count(self, puzzle: Puzzle, solved: bool) -> None:
        """Count the first attempt at a puzzle."""
        number = self._puzzles.index(puzzle) + 1
        if number not in self._tried:
            self._tried.add(number)
            self._standing, _ = scored(self._standing, grade_of(puzzle), solved)


@contextmanager
def _opened(arguments: argparse.Namespace, game: Game) -> Iterator[Results]:
    """Yield the results in the database. Without the packages for a database, results are not saved."""
    try:
        from quincunx.clients.local.puzzle_results import LocalPuzzleResults
    except ModuleNotFoundError as error:
        reason = missing(error, "puzzle")
        if arguments.database is not None:
            raise
        print(t("commands.puzzle.not_saved", reason=reason), file=sys.stderr)
        yield UnsavedResults(game)
        return
    with open_local_db(arguments) as local_db:
        yield LocalPuzzleResults(local_db, game)


class Solver:
    """A player who solves the puzzles of a game."""

    def __init__(self, game: Game, results: Results) -> None:
        self.game = game
        self.puzzles: tuple[Puzzle, ...] = shipped(game)
        self._results = results

    def standing(self) -> str:
        """The solver's rating and streaks, as text."""
        standing, days = self._results.standing()
        parts = (
            [phrase("commands.puzzle.in_a_row", count=standing.current, most=standing.best)] if standing.best else []
        )
        parts += [phrase("commands.puzzle.days_in_a_row", count=days)] if days > 1 else []
        rating = f"{standing.rating.rating:.0f} ± {standing.rating.deviation:.0f}"
        return t("commands.puzzle.standing", standing=[rating, *parts])

    def offer(self, number: int) -> int | None:
        """Offer a puzzle; return the number of the next one, or None if the solver stops."""
        puzzle = self.puzzles[number - 1]
        trying = PuzzlePrompt(PosedPuzzle(self.game, puzzle, number, len(self.puzzles)), self._results.count)
        outcome = trying.run()
        if trying.is_counted:
            print(self.standing())
        return None if outcome is PuzzleEnding.QUIT else self.next(number)

    def next(self, after: int = 0) -> int:
        """The number of the puzzle to try next."""
        return self._results.next(after)

    def daily(self) -> int:
        """The number of today's puzzle."""
        return daily_number(time.time_ns() // 1_000_000 // DAY, self.game, len(self.puzzles))
