"""The features that the tafl evaluator sees, and the actions it values as gains."""

from __future__ import annotations

import pytest

import quincunx
from drawn import drawn, picture
from quincunx import Random, State
from rules.hnefatafl_boards import part
from search.minimax import wandered

ATTACKERS, DEFENDERS = 0, 1
HNEFATAFL = quincunx.game("hnefatafl")
DECISION = 10_000

every_game = pytest.mark.parametrize("key", ["hnefatafl", "copenhagen", "tablut", "brandubh"])


def seen(state: State) -> dict[str, int]:
    """The features of a position, by name."""
    evaluator = state.game.spec.evaluator(state.game)
    return dict(zip(evaluator.names, evaluator.listed(state), strict=True))


def worth(state: State) -> int:
    """The value of the position for the king's side."""
    value = state.game.spec.evaluator(state.game).worth(state)
    return value if state.to_move == DEFENDERS else -value


def gain(state: State, text: str) -> int:
    return state.game.spec.evaluator(state.game).gain_of(state, state.parse(text))


@every_game
def test_the_start_is_about_even(key: str) -> None:
    assert abs(worth(quincunx.game(key).start())) < 60


@every_game
@pytest.mark.parametrize("seed", range(6))
def test_a_board_turned_or_mirrored_looks_the_same(key: str, seed: int) -> None:
    state = wandered(quincunx.game(key).start(), 10 * seed + 5, seed)
    rows = picture(state).split()
    mirrored = [row[::-1] for row in rows]
    turned = ["".join(column) for column in zip(*reversed(rows), strict=True)]
    for board in (mirrored, turned):
        assert seen(drawn(state.game, "\n".join(board), state.to_move)) == seen(state)


@every_game
@pytest.mark.parametrize("seed", range(4))
def test_gains_are_what_moves_capture_and_decide(key: str, seed: int) -> None:
    """Along a random game, each action's gain is compared with the effect of playing it."""
    state = quincunx.game(key).start()
    evaluator, random = state.game.spec.evaluator(state.game), Random(seed)
    for _ in range(60 if quincunx.compiled else 12):
        for action in state.legal_actions():
            assert evaluator.gain_of(state, action) == played_gain(state, action), state.text(action)
        actions = state.legal_actions()
        state.apply(actions[random.below(len(actions))])
        if state.over:
            break


def played_gain(state: State, action: int) -> int:
    mover, price = state.to_move, (200, 100)[state.to_move]
    before = state.squares(1 - mover).bit_count()
    state.apply(action)
    outcome = state.outcome()
    captured = before - state.squares(1 - mover).bit_count()
    state.undo()
    decided = outcome is not None and outcome.reason in ("king_escaped", "king_captured")
    return DECISION if decided else price * captured


def test_an_open_line_to_a_corner_is_good_for_the_king() -> None:
    boards = [
        f"""
        . . . . . .
        . . . . a a
        . . {guard} k a a
        """
        for guard in "a."
    ]
    shut, opened = (part(HNEFATAFL, board, ATTACKERS) for board in boards)
    assert (seen(shut)["open_lines"], seen(opened)["open_lines"]) == (0, -1)
    assert worth(opened) > worth(shut) + 100  # the guard itself has a value too


def test_two_open_lines_are_as_good_as_an_escape() -> None:
    """Whichever side is to move: only one line can be blocked. A single line is enough only if the king is to move."""
    one = "a . . . .\n. . . k a"
    two = "a . . . .\n. . . k ."
    assert seen(part(HNEFATAFL, one, ATTACKERS))["escaping"] == 0
    assert seen(part(HNEFATAFL, one, DEFENDERS))["escaping"] == -1
    assert seen(part(HNEFATAFL, two, ATTACKERS))["escaping"] == -1


def test_moves_to_a_corner_are_counted() -> None:
    """From c3 the king can move to four edge squares, and from each of them to a corner; d3 blocks one of them."""
    board = ". . . .\n. . k {}\n. . . .\n. . . ."
    assert seen(part(HNEFATAFL, board.format("."), DEFENDERS))["two_moves"] == -4
    assert seen(part(HNEFATAFL, board.format("a"), DEFENDERS))["two_moves"] == -3


def test_a_diagonal_of_attackers_shuts_a_corner() -> None:
    state = part(HNEFATAFL, "a . .\n. a .\n. . a", ATTACKERS)
    assert seen(state)["guards"] == 3
    assert seen(state)["links"] == 2
    assert seen(state)["shut_goals"] == 1
    assert seen(state)["shut_squares"] == 3
    assert seen(state)["sealed"] == 0


def test_a_ring_seals_the_king_in() -> None:
    """The men of the ring touch only at their corners; everything outside counts as shut."""
    ring = """
        . . . a . . .
        . . a . a . .
        . a . k . a .
        . . a . a . .
        . . . a . . .
        . . . . . . .
        """
    state = part(HNEFATAFL, ring, ATTACKERS)
    assert seen(state)["sealed"] == 1
    assert seen(state)["shut_squares"] == 121 - 8 - 5
    broken = part(HNEFATAFL, ring.replace(". . a . a . .", ". . a . . . .", 1), ATTACKERS)
    assert seen(broken)["sealed"] == 0
    assert worth(broken) > worth(state) + 300


def test_captors_and_room_of_the_king() -> None:
    state = part(HNEFATAFL, ". . . .\n. a . .\n. k a .\n. a . .\n. . . .", DEFENDERS)
    assert seen(state)["captors"] == 9
    assert seen(state)["room"] == -1


def test_a_capture_has_gain_for_either_side() -> None:
    board = """
        . . . . .
        a d . . .
        d . a . .
        . . . . .
        """
    assert gain(part(HNEFATAFL, board, ATTACKERS), "c2-c3") == 200
    assert gain(part(HNEFATAFL, ". . . .\n. d a .\n. . . d\n. . . .", DEFENDERS), "d2-d3") == 100
    assert gain(part(HNEFATAFL, board, ATTACKERS), "c2-c1") == 0


def test_the_kings_end_outweighs_everything() -> None:
    assert gain(part(HNEFATAFL, ". . . k", DEFENDERS), "d1-a1") == DECISION
    trap = ". . . . .\n. . a . .\n. a k . a\n. . a . .\n. . . . ."
    assert gain(part(HNEFATAFL, trap, ATTACKERS), "e3-d3") == DECISION


def test_two_sides_capture_the_king_where_the_rules_say_so() -> None:
    state = part(quincunx.game("brandubh"), ". . . . .\n. a k . a\n. . . . .", ATTACKERS)
    assert gain(state, "e2-d2") == DECISION
    assert gain(part(HNEFATAFL, ". . . . .\n. a k . a\n. . . . .", ATTACKERS), "e2-d2") == 0


def test_a_shield_wall_gains_every_man_in_it() -> None:
    wall = "..aaa..\n.addd.a"
    assert gain(part(quincunx.game("copenhagen"), wall, ATTACKERS), "g1-f1") == 600
    assert gain(part(HNEFATAFL, wall, ATTACKERS), "g1-f1") == 0
