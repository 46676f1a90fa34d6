"""What a screen shows besides the pieces: the last turn, counts, and sentences."""

from __future__ import annotations

import pytest

import quincunx
from drawn import drawn, play
from quincunx import Game, State
from quincunx.play.scene import scene
from quincunx.play.view import View, view
from rules.skirmish import skirmish
from variants import keys

CHECKERS, CENGERS, FLIPFLOP = (quincunx.game(key) for key in ("checkers", "cengers", "flipflop"))


def shown(state: State) -> View:
    """The view; the scene must show the same."""
    seen, told = view(state), scene(state, 1)
    assert (told.last, told.hud, told.status, told.prompt) == (seen.last, seen.hud, seen.status, seen.prompt)
    return seen


def names(game: Game, cells: tuple[int, ...]) -> set[str]:
    return {game.square(cell) for cell in cells}


def moves(state: State) -> str:
    return next(row.values[0] for row in view(state).hud if row.label == "Moves")


CHAIN = """
    ........
    ........
    ...l.l..
    ........
    ...l....
    ..d.....
    ........
    ........
"""


def test_the_whole_last_turn_is_marked_while_it_goes_on_and_after_it() -> None:
    state = play(drawn(CHECKERS, CHAIN), "c3-e5")
    assert names(CHECKERS, shown(state).last) == {"c3", "e5"}
    play(state, "e5-g7")
    assert names(CHECKERS, shown(state).last) == {"c3", "e5", "g7"}, "the turn ended by itself"
    play(state, "d6-c5")
    assert names(CHECKERS, shown(state).last) == {"d6", "c5"}


def test_a_turn_that_was_ended_is_marked_whole_too() -> None:
    state = play(drawn(CHECKERS, CHAIN), "c3-e5 end")
    assert names(CHECKERS, shown(state).last) == {"c3", "e5"}
    assert shown(play(state, "timeout")).last == ()


def test_nothing_is_marked_before_the_first_turn() -> None:
    assert shown(CHECKERS.start()).last == ()


def test_moves_are_moves_of_pieces() -> None:
    """`end` and `timeout` are not moves, nor is a forced pass."""
    assert moves(play(drawn(CHECKERS, CHAIN), "c3-e5")) == "1"
    assert moves(play(drawn(CHECKERS, CHAIN), "c3-e5 end")) == "1"
    assert moves(play(drawn(CHECKERS, CHAIN), "c3-e5 timeout d6-c5 timeout")) == "2"
    assert moves(play(drawn(FLIPFLOP, STUCK), "pass")) == "0"


def test_the_ending_counts_the_same_moves() -> None:
    state = play(CHECKERS.start(), "timeout b6-a5 timeout d6-c5 timeout")
    assert shown(state).status == "One player let the time run out three turns in a row. Light wins in 2 moves."


def test_the_middle_of_a_chain_asks_to_go_on() -> None:
    assert shown(drawn(CHECKERS, CHAIN)).prompt == ""
    assert shown(play(drawn(CHECKERS, CHAIN), "c3-e5")).prompt == "Jump again, or end your turn."
    english = drawn(quincunx.game("draughts"), CHAIN)
    assert shown(play(english, "c3-e5")).prompt == "You must jump again with the same piece."


JUMPS = """
    ooo.....
    ooo.....
    ooo.....
    ........
    ........
    xxx.....
    .xx.x...
    xxx.....
"""


def test_cengers_asks_to_jump_on() -> None:
    state = play(drawn(CENGERS, JUMPS), "b2-d2")
    assert shown(state).prompt == "Jump again, or end your turn."
    assert names(CENGERS, shown(play(state, "d2-f2")).last) == {"b2", "d2", "f2"}
    assert shown(state).prompt == ""


SECOND = """
    ........
    ........
    ..b.....
    ...b....
    ..wbb...
    ........
    ........
    ........
"""


def test_flipflop_asks_for_a_second_disc() -> None:
    state = play(drawn(FLIPFLOP, SECOND), "f4")
    assert shown(state).prompt == "Place a second disc diagonally, or end your turn."
    assert shown(state).status == "White to move."
    assert shown(play(state, "end")).prompt == ""


def test_a_player_in_check_is_told_so() -> None:
    """B12: not everyone can see a colour, so it is also said in words."""
    state = play(quincunx.game("chess").start(), "e2-e4 f7-f6")
    assert shown(state).prompt == ""
    assert shown(play(state, "d1-h5")).prompt == "Check! Your king is attacked."
    mate = play(quincunx.game("chess").start(), "f2-f3 e7-e5 g2-g4 d8-h4")
    assert shown(mate).prompt == ""


def test_battlefield_names_the_cheered_unit() -> None:
    game = skirmish(white={"N": {"skills": ["cheer"]}})
    state = play(game.start(), "cheer:b1-d2 e7-e6 d2-d3")
    assert shown(state).prompt == "The unit on d3 was cheered: act with it again, or end your turn."
    assert shown(play(state, "end")).prompt == ""


STUCK = """
    ........
    ........
    ........
    .ww.....
    ........
    ........
    ........
    ........
"""


def test_a_forced_pass_is_said_to_the_mover_and_to_everybody() -> None:
    state = drawn(FLIPFLOP, STUCK)
    assert shown(state).prompt == "You have no move: the turn passes."
    assert shown(state).status == "White has no move: the turn passes."


def test_a_side_that_is_a_letter_has_its_turn() -> None:
    assert shown(CENGERS.start()).status == "x's turn."
    assert shown(play(CENGERS.start(), "f3-e3")).status == "o's turn."
    assert shown(quincunx.game("hnefatafl").start()).status == "Attackers to move."


def test_nothing_is_asked_when_the_game_is_over() -> None:
    state = play(CHECKERS.start(), "timeout b6-a5 timeout d6-c5 timeout")
    assert state.over
    assert shown(state).prompt == ""


@pytest.mark.parametrize("key", keys())
def test_marks_have_names_that_can_be_heard(key: str) -> None:
    board = quincunx.game(key).board
    assert set(board.mark_names) == set(board.marks.values())
    assert not any("-" in name or "_" in name for name in board.mark_names.values())


def test_the_homes_of_cengers_are_called_by_their_owners() -> None:
    assert CENGERS.board.mark_names == {"home-0": "home of x", "home-1": "home of o"}
    assert CENGERS.board.marks[CENGERS.cell("a8")] == "home-0"
