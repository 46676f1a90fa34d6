"""What Cengers' evaluator sees of the race, and of pieces that stay in the opponent's home (C7)."""

from __future__ import annotations

import quincunx

GAME = quincunx.game("cengers")
NAMES = GAME.spec.evaluator(GAME).names

# x has filled home except for c6 and the squares of two o; o is nowhere near its own home
HELD = "oxx5/xox5/xx2x3/8/x6x/8/oo1o4/oo1oo3"


def seen(board: str, turn: int, stragglers: int = 60) -> dict[str, int]:
    game = quincunx.game("cengers", stragglers=stragglers)
    state = game.position(f"{board} {'xo'[turn % 2]} turn:{turn} ply:{turn}")
    return dict(zip(NAMES, game.spec.evaluator(game).listed(state), strict=True))


def test_a_step_towards_home_counts_and_a_step_back_is_its_loss() -> None:
    away, near = seen("ooo5/ooo5/ooo5/8/4x3/6xx/5xxx/5xxx", 0), seen("ooo5/ooo5/ooo5/4x3/8/6xx/5xxx/5xxx", 0)
    assert near["distance"] - away["distance"] == 1


def test_until_the_round_comes_every_piece_must_get_home_itself() -> None:
    found = seen(HELD, 116)
    assert found["home"] == -3 + 9  # three squares of x's home have no x, nine of o's have no o
    assert seen(HELD, 118, stragglers=0) == found


def test_from_then_on_only_the_empty_square_is_to_be_filled() -> None:
    found = seen(HELD, 120)
    assert found["home"] == -1 + 9
    closer = seen(HELD.replace("xx2x3", "xx1x4"), 120)
    assert closer["distance"] - found["distance"] == 1
    assert seen(HELD.replace("x6x", "x5x1"), 120)["distance"] == found["distance"], "nobody waits for that one any more"


def test_a_home_that_is_full_needs_nothing_more() -> None:
    found = seen(HELD.replace("xx2x3", "xxx5"), 120)
    assert found["home"] == 9
    assert found["distance"] > 0


def test_both_sides_see_it_alike() -> None:
    ours, turned = seen(HELD, 120), seen(HELD[::-1].translate(str.maketrans("xo", "ox")), 121)
    assert {name: -value for name, value in turned.items()} == ours
