"""Puzzles over HTTP: getting, trying and giving up puzzles. Anybody may try them; accounts get a rating."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Controller, Request, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody, PathParameter, QueryParameter

from quincunx.core.game import Game
from quincunx.games.puzzles import puzzled
from quincunx.notation.puzzle import Puzzle, in_notation
from quincunx.play.errors import Refused
from quincunx.play.puzzles import Attempt, Judged
from quincunx.protocol.puzzles import Answered, Hint, PuzzleCatalogue, PuzzleShown, SoFar, Solution, Solver, Try
from quincunx.search.refutation import refute
from quincunx.server.errors import refusals
from quincunx.server.fair_queue import FairQueue
from quincunx.server.games import Key
from quincunx.server.identity import Asker, now
from quincunx.server.positions import who
from quincunx.server.puzzle_catalogue import catalogue, named, next_of, numbered, shown, solver_of, today
from quincunx.server.request_limits import RequestLimits
from quincunx.store.store import Store, Unit
from quincunx.words import phrase

READ, TRIED = refusals(400, 401, 404), refusals(400, 401, 403, 404, 413, 429, 503)

Number = Annotated[int, PathParameter(ge=1, le=10_000)]
After = Annotated[int, QueryParameter(ge=0, le=10_000, description="the puzzle seen last")]
Asking = Request[Asker, Any, Any]


class PuzzleController(Controller):
    """Positions in which exactly one turn wins or saves the game."""

    path = "/api/puzzles"
    tags = ["puzzles"]

    @get("/", summary="List the puzzles of the games", responses=refusals(401))
    async def catalogues(self, request: Asking, store: NamedDependency[Store]) -> list[PuzzleCatalogue]:
        """Every game that has puzzles."""
        return await store.read(lambda unit: [catalogue(unit, game, request.user) for game in puzzled()])

    @get("/{game:str}/next", summary="Get a puzzle that matches my rating", responses=READ)
    async def next(self, request: Asking, game: Key, store: NamedDependency[Store], after: After = 0) -> PuzzleShown:
        """A puzzle that the asker has not tried yet, as long as there are any."""
        of = named(game)
        return await store.read(lambda unit: shown(unit, of, next_of(unit, of, request.user, after), request.user))

    @get("/{game:str}/daily", summary="Get today's puzzle", responses=READ)
    async def daily(self, request: Asking, game: Key, store: NamedDependency[Store]) -> PuzzleShown:
        """Today's puzzle, the same for everybody, from midnight to midnight UTC."""
        of = named(game)
        return await store.read(lambda unit: shown(unit, of, today(of), request.user))

    @get("/{game:str}/{number:int}", summary="Get a puzzle", responses=READ)
    async def one(self, request: Asking, game: Key, number: Number, store: NamedDependency[Store]) -> PuzzleShown:
        """The puzzle with a number, counted from 1."""
        of = named(game)
        return await store.read(lambda unit: shown(unit, of, number, request.user))

    @post("/{game:str}/{number:int}/try", summary="Try a turn", status_code=200, responses=TRIED)
    async def attempt(
        self,
        request: Asking,
        game: Key,
        number: Number,
        data: JSONBody[Try],
        store: NamedDependency[Store],
        limits: NamedDependency[RequestLimits],
        study_queue: NamedDependency[FairQueue],
        engine: NamedDependency[FairQueue],
    ) -> Answered:
        """Checks the last of the solver's turns. The first wrong turn, or the last right one, decides the attempt."""
        await limits.count_position(who(request))
        of = named(game)
        attempt = Attempt(of, numbered(of, number))
        judged, notation = await study_queue.run(who(request), lambda: _tried(attempt, data.turns))
        if judged.verdict == "unfinished":
            raise Refused("unfinished", phrase("server.puzzle.turn_not_over"))
        refutation = None
        if judged.verdict == "wrong":
            refutation = await engine.run(who(request), lambda: refute(judged.state, attempt.solver))
        decided = {"wrong": False, "solved": True}.get(judged.verdict)
        solver = await _count(store, request.user, of, attempt.puzzle, decided)
        return Answered(judged.verdict, notation, judged.answer, refutation, solver)

    @post("/{game:str}/{number:int}/hint", summary="Get a hint", status_code=200, responses=TRIED)
    async def hint(
        self,
        request: Asking,
        game: Key,
        number: Number,
        data: JSONBody[SoFar],
        store: NamedDependency[Store],
        limits: NamedDependency[RequestLimits],
        study_queue: NamedDependency[FairQueue],
    ) -> Hint:
        """The squares where the next correct turn begins. The puzzle no longer counts as solved."""
        await limits.count_position(who(request))
        of = named(game)
        attempt = Attempt(of, numbered(of, number))
        if data.turns:
            await study_queue.run(who(request), lambda: _tried(attempt, data.turns))
        if attempt.solved:
            raise Refused("solved", phrase("server.puzzle.solved_already"))
        squares = attempt.hint()
        solver = await _count(store, request.user, of, attempt.puzzle, False)
        return Hint(squares, [of.cell(square) for square in squares], solver)

    @post("/{game:str}/{number:int}/solution", summary="Give up", status_code=200, responses=TRIED)
    async def solution(
        self,
        request: Asking,
        game: Key,
        number: Number,
        store: NamedDependency[Store],
        limits: NamedDependency[RequestLimits],
    ) -> Solution:
        """The whole solution. The puzzle counts as failed, unless it was solved before."""
        await limits.count_position(who(request))
        of = named(game)
        puzzle = numbered(of, number)
        notation = in_notation(of.position(puzzle.position), puzzle.solution)
        return Solution(puzzle.solution, notation, await _count(store, request.user, of, puzzle, False))


def _tried(attempt: Attempt, turns: list[list[str]]) -> tuple[Judged, str]:
    """The verdict on the last turn, and that turn as players write it; all turns before it must be correct."""
    for turn in turns[:-1]:
        if attempt.attempt(turn).verdict != "right":
            raise Refused("not_right", phrase("server.puzzle.wrong_before"))
    before = attempt.state
    judged = attempt.attempt(turns[-1])
    return judged, in_notation(before, turns[-1:])[0]


async def _count(store: Store, asker: Asker, game: Game, puzzle: Puzzle, solved: bool | None) -> Solver | None:
    """Count a decided attempt, if the asker has an account; returns the solver's new record."""
    if asker.account is None:
        return None
    account = asker.known("play").id

    def work(unit: Unit) -> Solver | None:
        if solved is not None:
            unit.puzzles.count(account, game, puzzle, solved, now())
        return solver_of(unit, game, account)

    return await (store.read(work) if solved is None else store.write(work))
