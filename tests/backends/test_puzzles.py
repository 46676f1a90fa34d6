"""Puzzle attempts, in either database."""

from __future__ import annotations

import asyncio

import quincunx
from quincunx.notation.puzzle import Puzzle
from quincunx.play.glicko import Rating, rated
from quincunx.play.puzzles import DAY, Standing, grade_of
from quincunx.store.export import export
from quincunx.store.puzzles import name_of
from quincunx.store.schema import puzzle_grades

from .conftest import BlockingStore

GAME = quincunx.game("othello")
EASY = Puzzle(GAME.start().position(), "win", (("d3",),), 900)
HARD = Puzzle("a different position", "save", (("c4",),), 1900)


def member(store: BlockingStore, name: str) -> str:
    return store.write(lambda unit: unit.accounts.add_member(name, "hash", 1)).id


def count(store: BlockingStore, account: str, puzzle: Puzzle, solved: bool, at: int = 1) -> Standing:
    return store.write(lambda unit: unit.puzzles.count(account, GAME, puzzle, solved, at))


def test_solver_and_puzzle_are_each_others_opponents(store: BlockingStore) -> None:
    ann = member(store, "Ann")
    standing = count(store, ann, HARD, solved=True)
    assert standing.rating == rated(Rating(), [(grade_of(HARD), 1.0)])
    grades = store.read(lambda unit: unit.puzzles.grades(GAME))
    assert grades == {name_of(HARD): rated(grade_of(HARD), [(Rating(), 0.0)])}
    assert store.read(lambda unit: unit.puzzles.standing(ann, GAME)) == standing


def test_only_the_first_attempt_counts(store: BlockingStore) -> None:
    ann = member(store, "Ann")
    first = count(store, ann, EASY, solved=False)
    assert count(store, ann, EASY, solved=True, at=2) == first
    assert (first.solved, first.failed, first.current) == (0, 1, 0)
    assert [tried.solved for tried in store.read(lambda unit: unit.puzzles.attempts(ann, GAME))] == [False]


def test_a_streak_ends_with_a_failure_and_the_best_one_stays(store: BlockingStore) -> None:
    ann = member(store, "Ann")
    others = [Puzzle(f"position {number}", "win", (("d3",),), 1500) for number in range(5)]
    for puzzle, solved in zip(others, (True, True, False, True), strict=False):
        standing = count(store, ann, puzzle, solved)
    assert (standing.current, standing.best, standing.solved, standing.failed) == (1, 2, 3, 1)


def test_attempts_at_the_same_moment_are_all_counted_and_each_once(store: BlockingStore) -> None:
    people = [member(store, f"Solver{number}") for number in range(6)]

    async def try_at_once() -> list[Standing]:
        works = [
            store.store.write(lambda unit, one=account, what=puzzle: unit.puzzles.count(one, GAME, what, True, 1))
            for puzzle in (EASY, HARD)
            for account in people * 2
        ]
        return await asyncio.gather(*works)

    store.run(try_at_once())
    standings = [store.read(lambda unit, one=account: unit.puzzles.standing(one, GAME)) for account in people]
    assert [standing.solved for standing in standings] == [2] * len(people)
    rows = store.read(lambda unit: unit.connection.execute(puzzle_grades.select()).all())
    assert [row.tried for row in rows] == [len(people)] * 2


def test_one_sees_ones_own_attempts_only_and_by_game(store: BlockingStore) -> None:
    ann, bob = member(store, "Ann"), member(store, "Bob")
    count(store, ann, EASY, solved=True, at=5 * DAY)
    count(store, ann, HARD, solved=False, at=6 * DAY)
    assert store.read(lambda unit: unit.puzzles.days(ann)) == {5}
    assert store.read(lambda unit: unit.puzzles.attempts(bob)) == []
    assert store.read(lambda unit: unit.puzzles.attempts(ann, quincunx.game("flipflop"))) == []
    assert store.read(lambda unit: unit.puzzles.standing(bob, GAME)) == Standing()


def test_it_is_exported_and_it_is_forgotten(store: BlockingStore) -> None:
    ann = member(store, "Ann")
    standing = count(store, ann, EASY, solved=True)
    account = store.read(lambda unit: unit.accounts.get(ann))
    kept = store.read(lambda unit: export(unit, account, 1))["puzzles"]
    assert [line.standing for line in kept["standings"]] == [standing]
    assert [tried.puzzle for tried in kept["attempts"]] == [name_of(EASY)]
    store.write(lambda unit: unit.accounts.delete(ann))
    assert store.read(lambda unit: unit.puzzles.attempts(ann)) == []
    assert store.read(lambda unit: unit.puzzles.standings(ann)) == []
    assert store.read(lambda unit: unit.puzzles.grades(GAME))  # a puzzle's rating reveals no names
