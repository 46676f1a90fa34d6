"""Puzzles that people have tried: each counts once for each account, the first time."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, Table, delete, insert, select

from quincunx.core.game import Game
from quincunx.notation.puzzle import Puzzle
from quincunx.play.glicko import Rating
from quincunx.play.puzzles import Standing, grade_of, next_number, scored
from quincunx.store.schema import puzzle_attempts, puzzle_grades, puzzle_standings

DAY = 24 * 60 * 60 * 1000


class Solving(msgspec.Struct, frozen=True):
    """How well an account solves the puzzles of a game by its rules."""

    game: str
    rules: str
    standing: Standing


class Tried(msgspec.Struct, frozen=True):
    """A puzzle that an account has tried, by its name, and what came of it."""

    game: str
    rules: str
    puzzle: str
    solved: bool
    at: int


def name_of(puzzle: Puzzle) -> str:
    """The puzzle's name in the database, wherever in its file it stands."""
    return blake2b(puzzle.position.encode(), digest_size=8).hexdigest()


class Puzzles:
    """Attempts, standings, and how hard puzzles have turned out."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def count(self, account: str, game: Game, puzzle: Puzzle, solved: bool, at: int) -> Standing:
        """Count an attempt, unless the account has tried that puzzle before; how the account stands now."""
        line = {"game": game.key, "rules": game.rules}
        mine, its = line | {"account": account}, line | {"puzzle": name_of(puzzle)}
        before = self.standing(account, game)
        if self._row(puzzle_attempts, mine | its) is not None:
            return before
        grade = self._row(puzzle_grades, its)
        rating, tried = (_rating(grade), int(grade.tried)) if grade else (grade_of(puzzle), 0)
        standing, harder = scored(before, rating, solved)
        self._connection.execute(insert(puzzle_attempts), mine | its | {"solved": solved, "at": at})
        self._put(puzzle_standings, mine, _columns(standing))
        self._put(puzzle_grades, its, msgspec.structs.asdict(harder) | {"tried": tried + 1})
        return standing

    def standing(self, account: str, game: Game) -> Standing:
        """How well the account solves the puzzles of a game; a newcomer's where it has tried none."""
        row = self._row(puzzle_standings, {"account": account, "game": game.key, "rules": game.rules})
        return Standing() if row is None else _standing(row)

    def standings(self, account: str) -> list[Solving]:
        """The same, of all games."""
        mine = select(puzzle_standings).where(puzzle_standings.c.account == account)
        rows = self._connection.execute(mine.order_by(puzzle_standings.c.game, puzzle_standings.c.rules))
        return [Solving(row.game, row.rules, _standing(row)) for row in rows]

    def attempts(self, account: str, game: Game | None = None) -> list[Tried]:
        """What the account has tried, the latest last."""
        table = puzzle_attempts.c
        mine = select(puzzle_attempts).where(table.account == account).order_by(table.at, table.puzzle)
        if game is not None:
            mine = mine.where(table.game == game.key, table.rules == game.rules)
        return [Tried(row.game, row.rules, row.puzzle, row.solved, row.at) for row in self._connection.execute(mine)]

    def days(self, account: str) -> set[int]:
        """The days on which the account has solved something, counted from the epoch."""
        return {tried.at // DAY for tried in self.attempts(account) if tried.solved}

    def grades(self, game: Game) -> dict[str, Rating]:
        """How hard the puzzles that somebody has tried have turned out, by name."""
        table = puzzle_grades.c
        rows = self._connection.execute(select(puzzle_grades).where(table.game == game.key, table.rules == game.rules))
        return {row.puzzle: _rating(row) for row in rows}

    def next(self, account: str, game: Game, puzzles: Sequence[Puzzle], after: int = 0) -> int:
        """The number of the puzzle that the account should try next, after one that it has just seen."""
        tried = {tried.puzzle for tried in self.attempts(account, game)}
        grades = self.grades(game)
        names = [name_of(puzzle) for puzzle in puzzles]
        hard = [grades.get(name, grade_of(puzzle)).rating for name, puzzle in zip(names, puzzles, strict=True)]
        seen = {number for number, name in enumerate(names, 1) if name in tried} | {after}
        return next_number(hard, self.standing(account, game).rating.rating, seen, len(tried))

    def _row(self, table: Table, key: dict[str, Any]) -> Row[Any] | None:
        chosen = select(table).where(*(table.c[name] == value for name, value in key.items()))
        return self._connection.execute(chosen).first()

    def _put(self, table: Table, key: dict[str, Any], values: dict[str, Any]) -> None:
        self._connection.execute(delete(table).where(*(table.c[name] == value for name, value in key.items())))
        self._connection.execute(insert(table), key | values)


def _columns(standing: Standing) -> dict[str, Any]:
    columns = msgspec.structs.asdict(standing)
    return msgspec.structs.asdict(columns.pop("rating")) | columns


def _standing(row: Row[Any]) -> Standing:
    return Standing(_rating(row), row.solved, row.failed, row.current, row.best)


def _rating(row: Row[Any]) -> Rating:
    return Rating(row.rating, row.deviation, row.volatility)
