"""The puzzle results of the account that plays here, in the embedded database."""

from __future__ import annotations

from quincunx.clients.local.account import here
from quincunx.clients.local.database import LocalDatabase, now
from quincunx.core.game import Game
from quincunx.games.puzzles import shipped
from quincunx.notation.puzzle import Puzzle
from quincunx.play.puzzles import DAY, Standing, days_in_a_row
from quincunx.store.store import Unit


class LocalPuzzleResults:
    """The account's results in the puzzles of a game."""

    def __init__(self, local_db: LocalDatabase, game: Game) -> None:
        self._local_db = local_db
        self._account = here(local_db).id
        self._game = game

    def standing(self) -> tuple[Standing, int]:
        """The solver's standing, and the number of days in a row with a solved puzzle."""

        def work(unit: Unit) -> tuple[Standing, int]:
            days = days_in_a_row(unit.puzzles.days(self._account), now() // DAY)
            return unit.puzzles.standing(self._account, self._game), days

        return self._local_db.read(work)

    def next(self, after: int) -> int:
        """The number of the puzzle to try next."""
        return self._local_db.read(
            lambda unit: unit.puzzles.next(self._account, self._game, shipped(self._game), after)
        )

    def count(self, puzzle: Puzzle, solved: bool) -> None:
        """Count the first attempt at a puzzle."""
        self._local_db.write(lambda unit: unit.puzzles.count(self._account, self._game, puzzle, solved, now()))
