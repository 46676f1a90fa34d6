"""Puzzles over HTTP: to be asked for, tried, and given up. Whoever is known gets a rating; anybody may try."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Annotated, Any, Literal

import msgspec
from litestar import Controller, Request, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody, PathParameter, QueryParameter
from msgspec import Meta

from quincunx.core.game import Game
from quincunx.games import make_game
from quincunx.games.puzzles import puzzled, shipped
from quincunx.notation.puzzle import Goal, Puzzle, Turn
from quincunx.play.commands import ActionText
from quincunx.play.puzzles import Attempt, Judged, Standing, daily_number, days_in_a_row, grade_of, next_number
from quincunx.play.refused import Refused
from quincunx.search.refuting import Refutation, refute
from quincunx.server.doors import Doors
from quincunx.server.errors import refusals
from quincunx.server.games import Key
from quincunx.server.identity import Asker, now
from quincunx.server.positions import who_asks
from quincunx.store.errors import Missing
from quincunx.store.puzzles import DAY, name_of
from quincunx.store.store import Store, Unit

READ, TRIED = refusals(400, 401, 404), refusals(400, 401, 403, 404, 413, 429)
MOST_TURNS = 16
ENGINE = ThreadPoolExecutor(1, "puzzles")  # one refutation at a time: play comes first

Number = Annotated[int, PathParameter(ge=1, le=10_000)]
After = Annotated[int, QueryParameter(ge=0, le=10_000, description="the one that was seen last")]
TurnText = Annotated[list[ActionText], Meta(min_length=1, max_length=64)]
Asking = Request[Asker, Any, Any]


class Solver(msgspec.Struct, frozen=True):
    """How the asker solves the puzzles of a game, and on how many days in a row some puzzle was solved."""

    standing: Standing
    days: int


class Shelf(msgspec.Struct, frozen=True):
    """The puzzles of a game by its rules: how many, today's, and how the asker solves them (null for nobody known)."""

    game: str
    rules: str
    count: int
    daily: int
    daily_done: bool
    solver: Solver | None


class PuzzleShown(msgspec.Struct, frozen=True):
    """A puzzle without its solution: the position, whose turn it is, what for, in how many turns of the solver's."""

    game: str
    rules: str
    number: int
    count: int
    daily: int
    rating: int
    goal: Goal
    position: str
    side: int
    turns: int
    attempted: Literal["solved", "failed"] | None
    solver: Solver | None


class Try(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The solver's turns so far, the one to be judged last."""

    turns: Annotated[list[TurnText], Meta(min_length=1, max_length=MOST_TURNS)]


class SoFar(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The solver's right turns so far."""

    turns: Annotated[list[TurnText], Meta(max_length=MOST_TURNS)] = []


class Answered(msgspec.Struct, frozen=True):
    """What a try comes to: the answer to a right turn, or the engine's to a wrong one."""

    verdict: Literal["wrong", "right", "solved"]
    answer: Turn
    refutation: Refutation | None
    solver: Solver | None


class Hint(msgspec.Struct, frozen=True):
    """Squares to look at, by name and by cell."""

    squares: list[str]
    cells: list[int]
    solver: Solver | None


class Solution(msgspec.Struct, frozen=True):
    """All turns of the solution, the opponent's among them."""

    turns: tuple[Turn, ...]
    solver: Solver | None


class PuzzleController(Controller):
    """Positions in which one turn wins, or saves the game, and no other does."""

    path = "/api/puzzles"
    tags = ["puzzles"]

    @get("/", summary="What puzzles there are", responses=refusals(401))
    async def shelves(self, request: Asking, store: NamedDependency[Store]) -> list[Shelf]:
        """Every game and rule set that has puzzles."""
        return await store.read(lambda unit: [_shelf(unit, game, request.user) for game in puzzled()])

    @get("/{game:str}/{rules:str}/next", summary="A puzzle about as hard as I am good", responses=READ)
    async def next(
        self, request: Asking, game: Key, rules: Key, store: NamedDependency[Store], after: After = 0
    ) -> PuzzleShown:
        """One that the asker has not tried yet, as long as there are any."""
        named = _named(game, rules)
        return await store.read(lambda unit: _shown(unit, named, _next(unit, named, request.user, after), request.user))

    @get("/{game:str}/{rules:str}/daily", summary="Today's puzzle", responses=READ)
    async def daily(self, request: Asking, game: Key, rules: Key, store: NamedDependency[Store]) -> PuzzleShown:
        """The same for everybody, from midnight to midnight in Greenwich."""
        named = _named(game, rules)
        return await store.read(lambda unit: _shown(unit, named, _today(named), request.user))

    @get("/{game:str}/{rules:str}/{number:int}", summary="A puzzle", responses=READ)
    async def one(
        self, request: Asking, game: Key, rules: Key, number: Number, store: NamedDependency[Store]
    ) -> PuzzleShown:
        """One of them by its number, from 1."""
        named = _named(game, rules)
        return await store.read(lambda unit: _shown(unit, named, number, request.user))

    @post("/{game:str}/{rules:str}/{number:int}/try", summary="Try a turn", status_code=200, responses=TRIED)
    async def attempt(
        self,
        request: Asking,
        game: Key,
        rules: Key,
        number: Number,
        data: JSONBody[Try],
        store: NamedDependency[Store],
        doors: NamedDependency[Doors],
    ) -> Answered:
        """Judge the last of the solver's turns; the first wrong one, or the last right one, counts."""
        doors.look(who_asks(request))
        named = _named(game, rules)
        attempt = Attempt(named, _puzzle(named, number))
        judged = _tried(attempt, data.turns)
        if judged.verdict == "unfinished":
            raise Refused("unfinished", "The turn is not over yet.")
        refutation = None
        if judged.verdict == "wrong":
            loop = asyncio.get_running_loop()
            refutation = await loop.run_in_executor(ENGINE, refute, judged.state, attempt.solver)
        decided = {"wrong": False, "solved": True}.get(judged.verdict)
        solver = await _count(store, request.user, named, attempt.puzzle, decided)
        return Answered(judged.verdict, judged.answer, refutation, solver)

    @post("/{game:str}/{rules:str}/{number:int}/hint", summary="Where to look", status_code=200, responses=TRIED)
    async def hint(
        self,
        request: Asking,
        game: Key,
        rules: Key,
        number: Number,
        data: JSONBody[SoFar],
        store: NamedDependency[Store],
        doors: NamedDependency[Doors],
    ) -> Hint:
        """Where the next right turn begins; the puzzle no longer counts as solved."""
        doors.look(who_asks(request))
        named = _named(game, rules)
        attempt = Attempt(named, _puzzle(named, number))
        if data.turns:
            _tried(attempt, data.turns)
        if attempt.solved:
            raise Refused("solved", "There is nothing left to find.")
        squares = attempt.hint()
        solver = await _count(store, request.user, named, attempt.puzzle, False)
        return Hint(squares, [named.cell(square) for square in squares], solver)

    @post("/{game:str}/{rules:str}/{number:int}/solution", summary="Give up", status_code=200, responses=TRIED)
    async def solution(
        self, request: Asking, game: Key, rules: Key, number: Number, store: NamedDependency[Store]
    ) -> Solution:
        """The whole solution; the puzzle counts as failed unless it was solved before."""
        named = _named(game, rules)
        puzzle = _puzzle(named, number)
        return Solution(puzzle.solution, await _count(store, request.user, named, puzzle, False))


def _named(key: str, rules: str) -> Game:
    """The game, or Missing where it has no puzzles."""
    game = make_game(key, rules, {})
    if not shipped(game):
        raise Missing("there are no puzzles for these rules")
    return game


def _puzzle(game: Game, number: int) -> Puzzle:
    puzzles = shipped(game)
    if not 1 <= number <= len(puzzles):
        raise Missing(f"there is no puzzle {number}")
    return puzzles[number - 1]


def _tried(attempt: Attempt, turns: list[list[str]]) -> Judged:
    """What the last turn comes to, after right ones."""
    for turn in turns[:-1]:
        if attempt.attempt(turn).verdict != "right":
            raise Refused("not_right", "A turn before the last one is not right.")
    return attempt.attempt(turns[-1])


def _today(game: Game) -> int:
    return daily_number(now() // DAY, game, len(shipped(game)))


def _reader(asker: Asker) -> str | None:
    """The account that an asker may read of."""
    may_read = asker.token is None or "read" in asker.token.scopes
    return asker.account.id if asker.account is not None and may_read else None


def _next(unit: Unit, game: Game, asker: Asker, after: int) -> int:
    account, puzzles = _reader(asker), shipped(game)
    if account is not None:
        return unit.puzzles.next(account, game, puzzles, after)
    return next_number([puzzle.rating for puzzle in puzzles], Standing().rating.rating, {after}, after)


def _solver(unit: Unit, game: Game, account: str | None) -> Solver | None:
    if account is None:
        return None
    days = days_in_a_row(unit.puzzles.days(account), now() // DAY)
    return Solver(unit.puzzles.standing(account, game), days)


def _shelf(unit: Unit, game: Game, asker: Asker) -> Shelf:
    account, today = _reader(asker), _today(game)
    done = account is not None and _attempted(unit, game, _puzzle(game, today), account) is not None
    return Shelf(game.key, game.rules, len(shipped(game)), today, done, _solver(unit, game, account))


def _shown(unit: Unit, game: Game, number: int, asker: Asker) -> PuzzleShown:
    puzzle, account = _puzzle(game, number), _reader(asker)
    grade = unit.puzzles.grades(game).get(name_of(puzzle), grade_of(puzzle))
    return PuzzleShown(
        game.key,
        game.rules,
        number,
        len(shipped(game)),
        _today(game),
        round(grade.rating),
        puzzle.goal,
        puzzle.position,
        game.position(puzzle.position).to_move,
        (len(puzzle.solution) + 1) // 2,
        None if account is None else _attempted(unit, game, puzzle, account),
        _solver(unit, game, account),
    )


def _attempted(unit: Unit, game: Game, puzzle: Puzzle, account: str) -> Literal["solved", "failed"] | None:
    name = name_of(puzzle)
    for tried in unit.puzzles.attempts(account, game):
        if tried.puzzle == name:
            return "solved" if tried.solved else "failed"
    return None


async def _count(store: Store, asker: Asker, game: Game, puzzle: Puzzle, solved: bool | None) -> Solver | None:
    """Count an attempt that is decided, of somebody known; how that one stands now."""
    if asker.account is None:
        return None
    account = asker.known("play").id

    def work(unit: Unit) -> Solver | None:
        if solved is not None:
            unit.puzzles.count(account, game, puzzle, solved, now())
        return _solver(unit, game, account)

    return await (store.read(work) if solved is None else store.write(work))
