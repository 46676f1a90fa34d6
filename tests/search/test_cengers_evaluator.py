"""What Cengers' evaluator sees of one who stays in the other's home (C7): he cannot be driven out."""

from __future__ import annotations

import quincunx

NAMES = quincunx.game("cengers").spec.evaluator(quincunx.game("cengers")).names

# x is nearly home, o has three pieces left there and the others far from theirs
SITTING = "oxxo4/xoxo4/xxo5/x7/x1x5/8/oo6/oo6"
GONE = "1xxo4/x1xo4/xx6/xo6/x1xo4/o7/oo6/oo6"
WAITING = ("guests", "haste", "depth", "ways")


def seen(board: str, turn: int) -> dict[str, int]:
    game = quincunx.game("cengers")
    state = game.position(f"{board} x turn:{turn} ply:{turn}")
    return dict(zip(NAMES, game.spec.evaluator(game).listed(state), strict=True))


def test_guests_count_against_the_one_who_is_far_ahead() -> None:
    found = seen(SITTING, 120)
    assert found["guests"] == -3
    assert found["haste"] == -1  # six pieces at home show what is coming


def test_both_sides_wait_alike() -> None:
    turned = seen(SITTING[::-1].translate(str.maketrans("xo", "ox")), 120)
    ours = seen(SITTING, 120)
    assert all(turned[name] == -ours[name] != 0 for name in WAITING)


def test_ways_out_are_left_to_them_and_the_squares_behind_them_taken() -> None:
    found = seen(SITTING, 120)
    assert found["depth"] == -3  # two more steps to go for the one in the corner, one for the one on b7
    assert found["ways"] == 3  # b7 jumps down, c6 steps down or right, the corner is shut in
    assert seen(SITTING.replace("xxo5", "xx1o4"), 120)["ways"] == 1
    assert seen(SITTING.replace("oxxo4", "xxxo4").replace("/x7/", "/o7/"), 120)["depth"] == -1


def test_while_everybody_still_runs_nothing_is_made_of_them() -> None:
    assert not any(seen(SITTING, 60)[name] for name in WAITING)


def test_whom_nobody_hinders_may_show_it() -> None:
    assert not any(seen(GONE, 120)[name] for name in WAITING)
