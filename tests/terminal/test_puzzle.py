"""Puzzles in the terminal, through a pipe."""

from __future__ import annotations

import re

import quincunx
from quincunx.games.puzzles import shipped
from quincunx.notation.puzzle import in_notation
from quincunx.play.puzzles import Attempt
from terminal.test_cli import printed, refused

GAME = quincunx.game("hnefatafl")
PUZZLES = shipped(GAME)
SHORT = next(number for number, puzzle in enumerate(PUZZLES, 1) if len(puzzle.solution) == 1)


def solve(*typed: str, number: int = SHORT) -> str:
    return printed("puzzle", "hnefatafl", "--number", str(number), typed="".join(f"{line}\n" for line in typed))


def wrong_turn(number: int = SHORT) -> list[str]:
    """A turn of one action that is not the solution."""
    attempt = Attempt(GAME, PUZZLES[number - 1])
    texts = map(attempt.state.text, attempt.state.legal_actions())
    return next([text] for text in texts if attempt.judge([text]).verdict == "wrong")


def rating(out: str) -> list[int]:
    return [int(found) for found in re.findall(r"Your puzzle rating: (\d+)", out)]


def test_a_puzzle_is_solved_and_the_rating_grows() -> None:
    out = solve(" ".join(PUZZLES[SHORT - 1].solution[0]), "quit")
    assert f"Puzzle {SHORT} of {len(PUZZLES)}" in out
    assert "Solved." in out
    before, after = rating(out)[:2]
    assert after > before == 1500
    assert "1 in a row (most: 1)" in out
    assert rating(printed("puzzle", "hnefatafl", typed="quit\n")) == [after]  # the rating is stored


def test_a_wrong_try_is_answered_by_the_engine_and_counts() -> None:
    (wrong,) = wrong_turn()
    out = solve(wrong, "why", " ".join(PUZZLES[SHORT - 1].solution[0]), "quit")
    assert f"Not that one. The reply to {wrong} is " in out
    assert out.count(f"The reply to {wrong} is ") == 2
    assert "Solved, but not on the first try." in out
    assert rating(out)[1] < 1500


def test_a_hint_a_refusal_and_giving_up() -> None:
    out = solve("help", "hint", "a1-b2", "why a1-b2", "actions", "show", "skip", "quit")
    assert "Look at " in out
    assert "(H" in out  # the rule that forbids a1-b2
    assert f"The solution was {', '.join(map(' '.join, PUZZLES[SHORT - 1].solution))}." in out
    assert len(rating(out)) == 2
    assert rating(out)[1] < 1500


def test_what_a_hint_costs_is_said_and_shown_when_one_leaves() -> None:
    out = solve("help", "hint", "quit")
    assert "counts as failed and lowers your rating" in out
    before, after = rating(out)
    assert after < before


def test_input_may_end_anywhere() -> None:
    assert "only turn" in printed("puzzle", "hnefatafl", "--daily", typed="")
    assert "only turn" in printed("puzzle", typed="hnefatafl\n")


def test_what_is_not_there_is_refused() -> None:
    assert "expected 1 to" in refused("puzzle", "hnefatafl", "--number", "9999")
    assert "there are no puzzles for" in refused("puzzle", "tablut")


def test_chess_is_typed_and_told_as_players_write_it() -> None:
    game = quincunx.game("chess")
    number, puzzle = next((number, each) for number, each in enumerate(shipped(game), 1) if len(each.solution) == 1)
    (played,) = puzzle.solution
    (written,) = in_notation(Attempt(game, puzzle).state, [played])
    assert written != " ".join(played)
    out = printed("puzzle", "chess", "--number", str(number), typed=f"why {written}\n{written}\nquit\n")
    assert "is legal." in out
    assert "Solved." in out
    out = printed("puzzle", "chess", "--number", str(number), typed="\nhelp\nforecast\nquit\n")
    assert "is not an action" not in out
    assert "forecast " not in out
    assert "d1-d4" not in out
    assert "This game has no forecasts." in out
    assert out.count("Type help for the commands.") == 1
    assert f"The solution was {written}." in printed("puzzle", "chess", "--number", str(number), typed="skip\nquit\n")
