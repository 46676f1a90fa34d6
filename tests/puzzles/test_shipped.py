"""Every shipped puzzle: its solution can be played, does what it promises, and is the only one."""

from __future__ import annotations

from functools import cache
from itertools import chain, pairwise

import pytest

import quincunx
from quincunx.core.exact import Limits, Solver
from quincunx.core.game import Game
from quincunx.core.state import State
from quincunx.games.puzzles import collection, puzzled, shipped
from quincunx.notation.puzzle import Puzzle, played, read_collection, write_collection
from quincunx.search.confirmation import is_only, keeps_promise
from quincunx.search.puzzles import mine
from quincunx.search.similarity import Known

COUNT = 50
NODES = 60_000  # the number they were found with
SAMPLE = 10  # per game, for which uniqueness is searched for again

PUZZLED = [game.key for game in puzzled()]
every_set = pytest.mark.parametrize("key", PUZZLED)
compiled_only = pytest.mark.skipif(not quincunx.compiled, reason="searches of that size take the compiled build")


def puzzles_of(key: str) -> tuple[Game, tuple[Puzzle, ...]]:
    game = quincunx.game(key)
    return game, shipped(game)


def states(game: Game, puzzle: Puzzle) -> list[State]:
    """The positions at the start and after every turn of the solution."""
    found = [game.position(puzzle.position)]
    for turn in puzzle.solution:
        found.append(played(found[-1], turn))
    return found


def test_every_game_but_the_small_relatives_has_puzzles() -> None:
    assert set(quincunx.games()) - set(PUZZLED) == {"tablut", "brandubh"}


@every_set
def test_a_file_tells_how_it_was_made_and_has_as_many_as_it_says(key: str) -> None:
    found = collection(key)
    assert found is not None
    assert found.made.startswith(f"quincunx lab puzzles {key} --count {COUNT} ")
    assert len(found.puzzles) == COUNT
    assert read_collection(write_collection(found.made, found.puzzles)) == found


@every_set
def test_the_solver_has_the_first_turn_and_the_last_and_each_turn_is_whole(key: str) -> None:
    game, puzzles = puzzles_of(key)
    for puzzle in puzzles:
        before = states(game, puzzle)
        solver = before[0].to_move
        assert before[0].acted == 0
        assert len(puzzle.solution) % 2 == 1
        for number, state in enumerate(before[1:-1], start=1):
            assert not state.over
            assert (state.to_move == solver) == (number % 2 == 0)
            assert state.acted == 0
        assert before[-1].over or before[-1].to_move != solver


@every_set
def test_no_two_are_alike(key: str) -> None:
    game, puzzles = puzzles_of(key)
    known = Known(game)
    assert all(known.is_new(puzzle) for puzzle in puzzles)
    assert len({game.position(puzzle.position).key for puzzle in puzzles}) == len(puzzles)


@compiled_only
@every_set
def test_a_solution_leads_to_what_it_promises(key: str) -> None:
    game, puzzles = puzzles_of(key)
    assert [puzzle for puzzle in puzzles if not keeps_promise(game, puzzle)] == []


@compiled_only
@every_set
def test_a_sample_is_searched_again_and_has_one_solution(key: str) -> None:
    game, puzzles = puzzles_of(key)
    assert [puzzle for puzzle in puzzles[:: COUNT // SAMPLE] if not is_only(game, puzzle, NODES)] == []


@compiled_only
@pytest.mark.parametrize("key", ["flipflop", "hnefatafl"])
def test_the_command_that_a_file_names_finds_its_puzzles_again(key: str) -> None:
    found = collection(key)
    assert found is not None
    words = found.made.split()
    nodes, seed = (int(words[words.index(name) + 1]) for name in ("--nodes", "--seed"))
    first = next(filter(None, mine(quincunx.game(key), nodes, seed)))
    assert tuple(first) == found.puzzles[: len(first)]


@every_set
def test_ratings_tell_puzzles_apart(key: str) -> None:
    ratings = [puzzle.rating for puzzle in puzzles_of(key)[1]]
    assert all(500 <= rating <= 2800 for rating in ratings)
    assert len(set(ratings)) >= 5


def test_a_wrong_file_is_refused() -> None:
    with pytest.raises(ValueError, match="goal"):
        read_collection('made = ""\npuzzles = [{ rating = 1, goal = "draw", position = "", solution = "" }]')


def test_turns_and_actions_are_told_apart_in_the_text() -> None:
    puzzle = Puzzle("position", "win", (("a1-b2", "b2-c3"), ("end",), ("c3-d4",)), 1500, proven=True)
    (read,) = read_collection(write_collection("by hand", [puzzle])).puzzles
    assert read == puzzle
    assert list(chain.from_iterable(read.solution)) == ["a1-b2", "b2-c3", "end", "c3-d4"]


@compiled_only
@pytest.mark.parametrize(("key", "most_empty"), [("othello", 18), ("flipflop", 16)])
def test_no_puzzle_contradicts_the_endgame_solver(key: str, most_empty: int) -> None:
    """Where few squares are empty, the solver's turns in the solution are the only ones that win, or hold the game."""
    game, puzzles = puzzles_of(key)
    checked = 0
    for puzzle in puzzles:
        least = 1 if puzzle.goal == "win" else 0
        for before, after in list(pairwise(states(game, puzzle)))[::2]:
            if sum(row.count(0) for row in before.board()) <= most_empty:
                checked += 1
                good = {end.key for end in turn_ends(before) if margin(end, before.to_move) >= least}
                assert good == {after.key}, puzzle
    assert checked > 20


def test_no_puzzle_contradicts_an_endgame_table() -> None:
    """In the tables, the solver's turns in the solution are the only ones that win, or hold the game."""
    checked = 0
    for game, puzzles in map(puzzles_of, PUZZLED):
        prober = game.spec.prober(game)
        for puzzle in puzzles if prober is not None else ():
            least = 1 if puzzle.goal == "win" else 0
            for before, after in list(pairwise(states(game, puzzle)))[::2]:
                if prober is not None and prober.value(before) is not None:
                    checked += 1
                    good = {end.key for end in turn_ends(before) if margin(end, before.to_move) >= least}
                    assert good == {after.key}, puzzle
    assert checked > 5


def turn_ends(state: State) -> list[State]:
    """The positions after all turns."""
    ends = []
    for action in state.legal_actions():
        after = state.copy()
        after.apply(action)
        ends += [after] if after.over or after.to_move != state.to_move else turn_ends(after)
    return ends


@cache
def solver(game: Game) -> Solver:
    found = game.spec.solver(game)
    assert found is not None
    return found


def margin(state: State, player: int) -> int:
    """The exact result for the player: positive for a win."""
    outcome = state.outcome()
    if outcome is not None:
        return 0 if outcome.winner is None else 1 if outcome.winner == player else -1
    best = solver(state.game).solve(state, Limits(1e9))[0].margin
    return best if state.to_move == player else -best
