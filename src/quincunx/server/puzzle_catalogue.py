"""The puzzles as people see them, without solutions."""

from __future__ import annotations

from typing import Literal

from quincunx.core.game import Game
from quincunx.games import make_game
from quincunx.games.puzzles import shipped
from quincunx.notation.puzzle import Puzzle
from quincunx.play.puzzles import DAY, Standing, daily_number, days_in_a_row, grade_of, next_number
from quincunx.protocol.puzzles import PuzzleCatalogue, PuzzleShown, Solver
from quincunx.server.identity import Asker, now
from quincunx.store.errors import Missing
from quincunx.store.puzzles import name_of
from quincunx.store.store import Unit
from quincunx.words import phrase


def named(key: str) -> Game:
    """The game; raises Missing if it has no puzzles."""
    game = make_game(key, {})
    if not shipped(game):
        raise Missing(phrase("server.puzzle.none"))
    return game


def numbered(game: Game, number: int) -> Puzzle:
    """The puzzle with a number; raises Missing if there is none."""
    puzzles = shipped(game)
    if not 1 <= number <= len(puzzles):
        raise Missing(phrase("server.puzzle.no_such_puzzle", number=number))
    return puzzles[number - 1]


def today(game: Game) -> int:
    """The number of today's puzzle."""
    return daily_number(now() // DAY, game, len(shipped(game)))


def _reader(asker: Asker) -> str | None:
    """The account whose attempts the asker may see."""
    may_read = asker.token is None or "read" in asker.token.scopes
    return asker.account.id if asker.account is not None and may_read else None


def next_of(unit: Unit, game: Game, asker: Asker, after: int) -> int:
    """The number of a puzzle that suits the asker."""
    account, puzzles = _reader(asker), shipped(game)
    if account is not None:
        return unit.puzzles.next(account, game, puzzles, after)
    return next_number([puzzle.rating for puzzle in puzzles], Standing().rating.rating, {after}, after)


def solver_of(unit: Unit, game: Game, account: str | None) -> Solver | None:
    """An account's record as a solver; None without an account."""
    if account is None:
        return None
    days = days_in_a_row(unit.puzzles.days(account), now() // DAY)
    return Solver(unit.puzzles.standing(account, game), days)


def catalogue(unit: Unit, game: Game, asker: Asker) -> PuzzleCatalogue:
    """The puzzles of a game, as the asker sees them."""
    account, daily = _reader(asker), today(game)
    done = account is not None and _attempted(unit, game, numbered(game, daily), account) is not None
    return PuzzleCatalogue(game.key, len(shipped(game)), daily, done, solver_of(unit, game, account))


def shown(unit: Unit, game: Game, number: int, asker: Asker) -> PuzzleShown:
    """A puzzle, as the asker sees it."""
    puzzle, account = numbered(game, number), _reader(asker)
    grade = unit.puzzles.grades(game).get(name_of(puzzle), grade_of(puzzle))
    return PuzzleShown(
        game.key,
        number,
        len(shipped(game)),
        today(game),
        round(grade.rating),
        puzzle.goal,
        puzzle.position,
        game.position(puzzle.position).to_move,
        (len(puzzle.solution) + 1) // 2,
        None if account is None else _attempted(unit, game, puzzle, account),
        solver_of(unit, game, account),
    )


def _attempted(unit: Unit, game: Game, puzzle: Puzzle, account: str) -> Literal["solved", "failed"] | None:
    name = name_of(puzzle)
    for tried in unit.puzzles.attempts(account, game):
        if tried.puzzle == name:
            return "solved" if tried.solved else "failed"
    return None
