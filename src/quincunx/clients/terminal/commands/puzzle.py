"""`quincunx puzzle`: solves puzzles in the line mode, also in a pipe."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from quincunx.clients.terminal.input.database import add_database, open_local_db
from quincunx.clients.terminal.input.game_options import named_spec
from quincunx.clients.terminal.input.parser import Parser, add_language
from quincunx.clients.terminal.input.prompts import choose
from quincunx.clients.terminal.input.values import count
from quincunx.clients.terminal.language import say, t
from quincunx.clients.terminal.lines.puzzle import PosedPuzzle, PuzzleEnding, PuzzlePrompt
from quincunx.core.errors import OptionError
from quincunx.core.game import Game
from quincunx.games import games, make_game
from quincunx.games.puzzles import puzzled, shipped
from quincunx.notation.puzzle import Puzzle
from quincunx.words import phrase

if TYPE_CHECKING:
    from quincunx.clients.local.database import LocalDatabase
    from quincunx.play.puzzles import Standing
    from quincunx.store.store import Unit

# The store is imported in functions, so that other commands start without it.


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
    with open_local_db(arguments) as local_db:
        solver = Solver(local_db, game)
        number: int | None = _first(arguments, solver)
        print(solver.told())
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


class Solver:
    """A player who solves the puzzles of a game, with the results kept in the database."""

    def __init__(self, local_db: LocalDatabase, game: Game) -> None:
        from quincunx.clients.local.account import here

        self._local_db = local_db
        self._account = here(local_db).id
        self.game = game
        self.puzzles: tuple[Puzzle, ...] = shipped(game)

    def told(self) -> str:
        """The solver's rating and streaks, as text."""
        standing, days = self._local_db.read(self._standing)
        told = [phrase("commands.puzzle.in_a_row", count=standing.current, most=standing.best)] if standing.best else []
        told += [phrase("commands.puzzle.days_in_a_row", count=days)] if days > 1 else []
        rating = f"{standing.rating.rating:.0f} ± {standing.rating.deviation:.0f}"
        return t("commands.puzzle.standing", standing=[rating, *told])

    def offer(self, number: int) -> int | None:
        """Offer a puzzle; return the number of the next one, or None if the solver stops."""
        puzzle = self.puzzles[number - 1]
        trying = PuzzlePrompt(PosedPuzzle(self.game, puzzle, number, len(self.puzzles)), self._count)
        outcome = trying.run()
        if trying.is_counted:
            print(self.told())
        return None if outcome is PuzzleEnding.QUIT else self.next(number)

    def next(self, after: int = 0) -> int:
        """The number of the puzzle to try next."""
        return self._local_db.read(lambda unit: unit.puzzles.next(self._account, self.game, self.puzzles, after))

    def daily(self) -> int:
        """The number of today's puzzle."""
        from quincunx.clients.local.database import now
        from quincunx.play.puzzles import daily_number
        from quincunx.store.puzzles import DAY

        return daily_number(now() // DAY, self.game, len(self.puzzles))

    def _standing(self, unit: Unit) -> tuple[Standing, int]:
        from quincunx.clients.local.database import now
        from quincunx.play.puzzles import days_in_a_row
        from quincunx.store.puzzles import DAY

        days = days_in_a_row(unit.puzzles.days(self._account), now() // DAY)
        return unit.puzzles.standing(self._account, self.game), days

    def _count(self, puzzle: Puzzle, solved: bool) -> None:
        from quincunx.clients.local.database import now

        self._local_db.write(lambda unit: unit.puzzles.count(self._account, self.game, puzzle, solved, now()))
