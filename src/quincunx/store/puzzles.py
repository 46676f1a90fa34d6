"""Attempts at puzzles. Only an account's first attempt at a puzzle counts."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Connection, Row, Table, select, update

from quincunx.core.game import Game
from quincunx.notation.puzzle import Puzzle
from quincunx.play.glicko import Rating
from quincunx.play.puzzles import DAY, Standing, grade_of, next_number, scored
from quincunx.store.dialects import adding
from quincunx.store.schema import puzzle_attempts, puzzle_grades, puzzle_standings

_ADDING = {table.name: adding(table) for table in (puzzle_attempts, puzzle_standings, puzzle_grades)}


class Solving(msgspec.Struct, frozen=True):
    """An account's standing in the puzzles of a game."""

    game: str
    standing: Standing


class Tried(msgspec.Struct, frozen=True):
    """An account's attempt at a puzzle (by name), and whether it was solved."""

    game: str
    puzzle: str
    solved: bool
    at: int


def name_of(puzzle: Puzzle) -> str:
    """The puzzle's name in the database, which does not depend on its place in the file."""
    return blake2b(puzzle.position.encode(), digest_size=8).hexdigest()


class Puzzles:
    """Attempts, standings, and the ratings of puzzles."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def count(self, account: str, game: Game, puzzle: Puzzle, solved: bool, at: int) -> Standing:
        """Count an attempt, unless the account has tried the puzzle before; returns the account's new standing."""
        mine, its = {"account": account, "game": game.key}, {"game": game.key, "puzzle": name_of(puzzle)}
        if not self._add(puzzle_attempts, mine | its | {"solved": solved, "at": at}):
            return self.standing(account, game)
        before = self._held(puzzle_standings, mine, _columns(Standing()))
        grade = self._held(puzzle_grades, its, msgspec.structs.asdict(grade_of(puzzle)) | {"tried": 0})
        standing, harder = scored(_standing(before), _rating(grade), solved)
        self._change(puzzle_standings, mine, _columns(standing))
        self._change(puzzle_grades, its, msgspec.structs.asdict(harder) | {"tried": grade.tried + 1})
        return standing

    def standing(self, account: str, game: Game) -> Standing:
        """The account's standing in the puzzles of a game; the initial standing if it has tried none."""
        row = self._row(puzzle_standings, {"account": account, "game": game.key})
        return Standing() if row is None else _standing(row)

    def standings(self, account: str) -> list[Solving]:
        """The account's standings in all games."""
        mine = select(puzzle_standings).where(puzzle_standings.c.account == account)
        rows = self._connection.execute(mine.order_by(puzzle_standings.c.game))
        return [Solving(row.game, _standing(row)) for row in rows]

    def attempts(self, account: str, game: Game | None = None) -> list[Tried]:
        """The account's attempts, latest last."""
        table = puzzle_attempts.c
        mine = select(puzzle_attempts).where(table.account == account).order_by(table.at, table.puzzle)
        if game is not None:
            mine = mine.where(table.game == game.key)
        return [Tried(row.game, row.puzzle, row.solved, row.at) for row in self._connection.execute(mine)]

    def days(self, account: str) -> set[int]:
        """The days, counted from the epoch, on which the account has solved a puzzle."""
        return {tried.at // DAY for tried in self.attempts(account) if tried.solved}

    def grades(self, game: Game) -> dict[str, Rating]:
        """The ratings of all puzzles that have been tried, by name."""
        table = puzzle_grades.c
        rows = self._connection.execute(select(puzzle_grades).where(table.game == game.key))
        return {row.puzzle: _rating(row) for row in rows}

    def next(self, account: str, game: Game, puzzles: Sequence[Puzzle], after: int = 0) -> int:
        """The number of the next puzzle for the account; `after` is the number of one that it has just seen."""
        tried = {tried.puzzle for tried in self.attempts(account, game)}
        grades = self.grades(game)
        names = [name_of(puzzle) for puzzle in puzzles]
        hard = [grades.get(name, grade_of(puzzle)).rating for name, puzzle in zip(names, puzzles, strict=True)]
        seen = {number for number, name in enumerate(names, 1) if name in tried} | {after}
        return next_number(hard, self.standing(account, game).rating.rating, seen, len(tried))

    def _row(self, table: Table, key: dict[str, Any]) -> Row[Any] | None:
        return self._connection.execute(select(table).where(*_is(table, key))).first()

    def _held(self, table: Table, key: dict[str, Any], at_first: dict[str, Any]) -> Row[Any]:
        """Lock and return the row, adding it if it does not exist."""
        self._add(table, key | at_first)
        return self._connection.execute(select(table).where(*_is(table, key)).with_for_update()).one()

    def _add(self, table: Table, row: dict[str, Any]) -> bool:
        """Add the row; returns False if its key already exists."""
        return self._connection.execute(_ADDING[table.name][self._connection.dialect.name], row).rowcount == 1

    def _change(self, table: Table, key: dict[str, Any], values: dict[str, Any]) -> None:
        self._connection.execute(update(table).where(*_is(table, key)).values(values))


def _is(table: Table, key: dict[str, Any]) -> list[ColumnElement[bool]]:
    return [table.c[name] == value for name, value in key.items()]


def _columns(standing: Standing) -> dict[str, Any]:
    columns = msgspec.structs.asdict(standing)
    return msgspec.structs.asdict(columns.pop("rating")) | columns


def _standing(row: Row[Any]) -> Standing:
    return Standing(_rating(row), row.solved, row.failed, row.current, row.best)


def _rating(row: Row[Any]) -> Rating:
    return Rating(row.rating, row.deviation, row.volatility)
