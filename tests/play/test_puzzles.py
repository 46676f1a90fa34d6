"""Solving puzzles: the result of a try, its effect on ratings and streaks, and which puzzle comes next."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import quincunx
from quincunx.core.errors import IllegalActionError
from quincunx.notation.puzzle import Puzzle
from quincunx.play.puzzles import (
    Attempt,
    Standing,
    daily_number,
    days_in_a_row,
    grade_of,
    next_number,
    scored,
)

CHESS = quincunx.game("chess")
CENGERS = quincunx.game("cengers")
# two rooks: a check with a single reply, then mate
TWO = Puzzle("7k/8/8/8/8/R7/1R6/K7 w - - 0 1", "win", (("a3-g3",), ("h8-h7",), ("b2-h2",)), 1100, proven=True)
# two ways around that end on the same square
AROUND = "1ooooooo/oo6/x7/6x1/6x1/1x4x1/x1x5/xx6 x"
CHAIN = Puzzle(AROUND, "win", (("a1-c1", "c1-c3", "end"),), 1200)


def test_a_right_turn_is_answered_and_the_last_one_solves_it() -> None:
    attempt = Attempt(CHESS, TWO)
    right = attempt.attempt(["a3-g3"])
    assert (right.verdict, right.answer) == ("right", ("h8-h7",))
    assert not attempt.solved
    assert attempt.expected == ("b2-h2",)
    assert attempt.attempt(["b2-h2"]).verdict == "solved"
    assert attempt.solved
    assert attempt.state.outcome() is not None


def test_a_wrong_turn_leaves_everything_as_it_was() -> None:
    attempt = Attempt(CHESS, TWO)
    wrong = attempt.attempt(["a3-a8"])
    assert wrong.verdict == "wrong"
    assert wrong.state.to_move == 1
    assert (attempt.done, attempt.state.to_move) == (0, 0)
    assert attempt.attempt(["a3-g3"]).verdict == "right"


def test_a_turn_that_cannot_be_played_says_which_rule_forbids_it() -> None:
    with pytest.raises(IllegalActionError):
        Attempt(CHESS, TWO).judge(["a3-b4"])


def test_a_turn_is_judged_when_it_is_over_by_where_it_ends() -> None:
    attempt = Attempt(CENGERS, CHAIN)
    assert attempt.judge(["a1-a3"]).verdict == "unfinished"
    assert attempt.judge(["a1-a3", "a3-c3"]).verdict == "unfinished"
    assert attempt.judge(["a1-a3", "end"]).verdict == "wrong"
    assert attempt.judge(["a1-a3", "a3-c3", "end"]).verdict == "solved"


def test_a_hint_tells_where_to_look_but_not_what_to_place() -> None:
    assert Attempt(CHESS, TWO).hint() == ["a3"]
    othello = quincunx.game("othello")
    place = othello.start().legal_actions()[0]
    text = othello.start().text(place)
    hint = Attempt(othello, Puzzle(othello.start().position(), "win", ((text,),), 1000)).hint()
    assert text in hint
    assert {square[0] for square in hint} == {text[0]}


def test_solving_a_hard_one_gains_more_than_an_easy_one() -> None:
    easy, hard = (grade_of(Puzzle("", "win", (("a1",),), rating)) for rating in (900, 2100))
    (after_easy, easier), (after_hard, _) = scored(Standing(), easy, True), scored(Standing(), hard, True)
    assert after_hard.rating.rating > after_easy.rating.rating > 1500
    assert easier.rating < easy.rating  # the puzzle lost rating
    failed, harder = scored(after_easy, easy, False)
    assert failed.rating.rating < after_easy.rating.rating
    assert harder.rating > easy.rating
    assert (failed.solved, failed.failed, failed.current, failed.best) == (1, 1, 0, 1)


def test_the_next_one_is_about_as_hard_as_the_solver_is_good() -> None:
    grades = [800.0, 1000.0, 1450.0, 1500.0, 1550.0, 2000.0]
    assert {next_number(grades, 1500.0, set(), turn) for turn in range(40)} == {3, 4, 5}
    assert next_number(grades, 1500.0, {1, 3, 4, 5, 6}, 0) == 2
    assert next_number(grades, 1500.0, set(range(1, 7)), 0) in (3, 4, 5)  # all solved: they are offered again


@given(st.integers(0, 40_000), st.integers(1, 60))
def test_every_puzzle_is_of_the_day_once_in_a_round(day: int, count: int) -> None:
    first = day - day % count
    assert sorted(daily_number(first + place, CHESS, count) for place in range(count)) == list(range(1, count + 1))


def test_the_puzzle_of_the_day_differs_from_game_to_game() -> None:
    days = range(20_000, 20_050)
    assert [daily_number(day, CHESS, 50) for day in days] != [daily_number(day, CENGERS, 50) for day in days]


def test_days_in_a_row_end_yesterday_or_today() -> None:
    assert days_in_a_row([], 10) == 0
    assert days_in_a_row([8, 9], 10) == 2
    assert days_in_a_row([8, 9, 10], 10) == 3
    assert days_in_a_row([6, 8], 10) == 0
