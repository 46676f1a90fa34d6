"""Cengers, rule by rule (C1–C9)."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

import quincunx
from drawn import drawn, legal_texts, looks_like, play
from quincunx import Outcome, Random, State
from quincunx.games.cengers.rules import CengersState
from rules.reference_cengers import Reference

SCREENS = Path(__file__).parent / "cengers_screens.txt"
GAME = quincunx.game("cengers")

EMPTY_MIDDLE = """
    ooo.....
    ooo.....
    ooo.....
    ........
    ........
    .....xxx
    .....xxx
    .....xxx
"""


def test_c1_start() -> None:
    state = GAME.start()
    assert looks_like(state, EMPTY_MIDDLE)
    assert state.to_move == 0
    assert GAME.board.marks[GAME.cell("a8")] == "home-0"
    assert GAME.board.marks[GAME.cell("h1")] == "home-1"


def test_c1_only_own_pieces_move() -> None:
    state = GAME.start()
    assert state.why_not("c6-d6") == ("C1", "The piece on c6 is your opponent's.")
    assert state.why_not("d4-d5") == ("C1", "There is no piece on d4.")
    assert state.why_not("d4").rule == "C1"  # type: ignore[union-attr]


def test_c2_never_diagonal() -> None:
    assert GAME.start().why_not("f3-e4").rule == "C2"  # type: ignore[union-attr]


def test_c3_a_step_goes_to_an_empty_neighbour_and_ends_the_turn() -> None:
    state = play(GAME.start(), "f3-f4")
    assert state.to_move == 1
    assert state.turn == 1
    assert GAME.start().why_not("f2-f3").rule == "C3"  # type: ignore[union-attr]
    assert GAME.start().why_not("f3-f3").rule == "C3"  # type: ignore[union-attr]


def test_c4_a_jump_over_either_side_to_the_square_right_behind() -> None:
    state = drawn(
        GAME,
        """
        oo......
        ooo.....
        oo......
        ...ox...
        ....o...
        .....x.x
        .....xxx
        .....xxx
        """,
    )
    assert "e5-c5" in legal_texts(state)  # over o
    assert "e5-e3" in legal_texts(state)
    assert "f1-f4" not in legal_texts(state)
    assert state.why_not("f1-f4").rule == "C4"  # type: ignore[union-attr]  # three squares away
    assert state.why_not("e5-g5").rule == "C4"  # type: ignore[union-attr]  # no piece to jump over
    assert "f2-f4" in legal_texts(state)  # over a piece of the same side


CHAIN = """
    8| oo......
    7| ooo.....
    6| oo......
    5| .....o..
    4| .......x
    3| .....x.x
    2| .....xxx
    1| ..o..xxx
"""


def test_c5_the_same_piece_jumps_on_or_the_player_ends_the_turn() -> None:
    state = play(drawn(GAME, CHAIN), "f2-f4")
    assert (state.to_move, state.turn, state.acted) == (0, 0, 1)
    assert legal_texts(state) == {"f4-f6", "end"}
    assert state.why_not("h4-h5").rule == "C5"  # type: ignore[union-attr]  # a different piece
    assert state.why_not("f4-e4").rule == "C5"  # type: ignore[union-attr]  # a step after a jump
    assert play(state.copy(), "end").to_move == 1
    assert play(state, "f4-f6").to_move == 1, "nothing left to choose: the turn ends by itself"


def test_c5_ruling_no_square_twice_in_a_turn() -> None:
    state = play(drawn(GAME, CHAIN), "f2-f4")
    refusal = state.why_not("f4-f2")
    assert refusal == ("C5", "The piece has already been on f2 in this turn.")


def test_c5_end_only_within_a_chain() -> None:
    assert GAME.start().why_not("end").rule == "C5"  # type: ignore[union-attr]
    assert play(drawn(GAME, CHAIN), "f2-f4").why_not("pass").rule == "C5"  # type: ignore[union-attr]


def test_c6_nothing_is_captured() -> None:
    state = play(drawn(GAME, CHAIN), "f2-f4 f4-f6")
    assert looks_like(state, CHAIN.replace("6| oo......", "6| oo...x..").replace("2| .....xxx", "2| ......xx"))


ALMOST_HOME = """
    8| xxx.....
    7| xxx.....
    6| xx.x....
    5| ........
    4| ........
    3| .....oo.
    2| .....ooo
    1| ....oooo
"""


def test_c7_all_nine_home_when_the_own_turn_ends_wins() -> None:
    state = play(drawn(GAME, ALMOST_HOME), "d6-c6")
    assert state.outcome() == Outcome(0, "home")
    assert state.legal_actions() == []
    assert state.why_not("e1-e2") == ("C7", "The game is over. Home is full.")


def test_c7_not_in_the_middle_of_a_chain() -> None:
    state = drawn(
        GAME,
        """
        8| xxx.....
        7| xxx.....
        6| x.xx....
        5| .o......
        4| ........
        3| .....oo.
        2| .....oo.
        1| ....oooo
        """,
    )
    play(state, "d6-b6")  # through the home square c6, and on over b5 if the player likes
    assert state.outcome() is None
    assert legal_texts(state) == {"b6-b4", "end"}
    assert play(state.copy(), "end").outcome() == Outcome(0, "home")
    assert play(state, "b6-b4").outcome() is None


def test_c7_before_any_draw() -> None:
    game = quincunx.game("cengers", rounds=1)
    last_turn = drawn(
        game,
        """
        8| xxx.....
        7| xxx.....
        6| xx.x....
        5| ........
        4| .......o
        3| .....oo.
        2| .....ooo
        1| .....ooo
        """,
        to_move=1,
        fields="turn:1 ply:1",
    )
    assert play(last_turn.copy(), "h4-h5").outcome() == Outcome(None, "rounds")
    assert play(last_turn, "h4-h3").outcome() == Outcome(1, "home")


def test_c8_a_player_who_cannot_move_passes() -> None:
    """Blocking nine pieces takes eleven, so this happens in no game; the rule is tested on a constructed board."""
    state = GAME.start()
    assert isinstance(state, CengersState)
    corner, around = ["a1"], ["a2", "a3", "b1", "c1"]
    x, o = (sum(1 << GAME.cell(square) for square in squares) for squares in (corner, around))
    state.place(x, o, to_move=0, moving=64, visited=0, turn=0)
    assert legal_texts(state) == {"pass"}
    state.apply(state.parse("pass"))
    assert (state.to_move, state.turn) == (1, 1)


def test_c8_passing_is_no_choice() -> None:
    assert GAME.start().why_not("pass").rule == "C8"  # type: ignore[union-attr]
    assert GAME.start().why_not("timeout").rule == "C8"  # type: ignore[union-attr]


def test_c8_third_occurrence_is_a_draw_and_the_initial_position_counts() -> None:
    state = play(GAME.start(), "f3-f4 c6-c5 f4-f3 c5-c6")
    assert state.outcome() is None
    play(state, "f3-f4 c6-c5 f4-f3 c5-c6")
    assert state.outcome() == Outcome(None, "repetition")


def test_c8_limits_are_options() -> None:
    twice = quincunx.game("cengers", repetition=2)
    assert play(twice.start(), "f3-f4 c6-c5 f4-f3 c5-c6").outcome() == Outcome(None, "repetition")
    never = quincunx.game("cengers", repetition=0, rounds=0)
    assert play(never.start(), "f3-f4 c6-c5 f4-f3 c5-c6 " * 5).outcome() is None


def test_c8_after_the_last_round() -> None:
    game = quincunx.game("cengers", rounds=2)
    state = play(game.start(), "f3-f4 c6-c5 f4-f3")
    assert state.outcome() is None
    assert play(state, "c5-c6").outcome() == Outcome(None, "rounds")


def test_c8_repetition_is_named_before_the_rounds() -> None:
    game = quincunx.game("cengers", rounds=4)
    assert play(game.start(), "f3-f4 c6-c5 f4-f3 c5-c6 " * 2).outcome() == Outcome(None, "repetition")


def test_c9_the_round_grows_after_o() -> None:
    def round_of(state: State) -> str:
        return GAME.spec.hud(state)[0].values[0]

    state = GAME.start()
    assert round_of(state) == "1"
    assert round_of(play(state, "f3-f4")) == "1"
    assert round_of(play(state, "c6-c5")) == "2"


def screens() -> list[list[tuple[str, str, int]]]:
    """The document's screens in two runs, as (board, turn or winner, round)."""
    runs = []
    for run in SCREENS.read_text().split("...\n"):
        shown = []
        for screen in run.strip("\n").split("\n\n"):
            lines = screen.splitlines()
            board = "\n".join(line[2:10] for line in lines[2:10])
            top = lines[1][11:].strip()
            number = int(top.removeprefix("Round: ")) if top.startswith("Round") else 0
            shown.append((board, lines[2][11:].strip() if number else top, number))
        runs.append(shown)
    return runs


def after_one_turn(state: State) -> list[State]:
    """Every state that one turn can lead to."""
    found = []
    for action in state.legal_actions():
        following = state.copy()
        following.apply(action)
        found += [following] if following.turn != state.turn else after_one_turn(following)
    return found


@pytest.mark.parametrize("run", screens(), ids=["opening", "ending"])
def test_the_documents_screens_pair_by_pair(run: list[tuple[str, str, int]]) -> None:
    assert len(run) >= 8
    for (board, label, number), (board_after, label_after, number_after) in pairwise(run):
        side = "xo".index(label.removeprefix("Turn : "))
        state = drawn(GAME, board, side, f"turn:{2 * number - 2 + side} ply:{2 * number - 2 + side}")
        reached = [after for after in after_one_turn(state) if _same(after, board_after)]
        assert reached, f"no turn of {label} in round {number} gives\n{board_after}"
        if label_after.startswith("Winner"):
            assert reached[0].outcome() == Outcome("xo".index(label_after[-1]), "home")
        else:
            assert reached[0].to_move == "xo".index(label_after[-1])
            assert reached[0].turn // 2 + 1 == number_after


def _same(state: State, board: str) -> bool:
    return state.position().split()[0] == drawn(GAME, board).position().split()[0]


@pytest.mark.parametrize("seed", range(20))
def test_the_engine_agrees_with_the_reference(seed: int) -> None:
    random, reference, state = Random(seed), Reference(), GAME.start()
    for _ in range(120 + 900 * quincunx.compiled):
        assert legal_texts(state) == reference.actions()
        if state.over:
            break
        actions = state.legal_actions()
        action = actions[random.below(len(actions))]
        reference.play(state.text(action))
        state.apply(action)
    outcome = state.outcome()
    winner = None if outcome is None or outcome.winner is None else "xo"[outcome.winner]
    assert reference.result == (None if outcome is None else (winner, outcome.reason))
