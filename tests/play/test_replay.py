"""Replaying a match: scene k is the position after k actions, with the version that made it."""

from __future__ import annotations

import pytest

from drawn import play
from play.stories import ANN, BOB, Story
from quincunx import game
from quincunx.play.commands import Accept, MakeOffer, Resign
from quincunx.play.replay import replay
from quincunx.play.scene import still


def told() -> Story:
    """Four moves, the last of which was taken back and replaced; then one player left."""
    story = Story()
    story.plays(ANN, "f3-e3")
    story.plays(BOB, "c6-d6")
    story.plays(ANN, "f1-e1")
    story.plays(BOB, "d6-e6")
    story.asks(BOB, MakeOffer("takeback"))
    story.asks(ANN, Accept("takeback"))
    story.plays(BOB, "b6-b5")
    story.asks(BOB, Resign())
    return story


def test_scene_k_is_after_k_actions() -> None:
    shown = replay(told().log, 0, 64)
    assert (shown.plies, shown.first) == (4, 0)
    assert [scene.ply for scene in shown.scenes] == [0, 1, 2, 3, 4]
    assert [scene.action for scene in shown.scenes] == ["", "f3-e3", "c6-d6", "f1-e1", "b6-b5"]
    assert [scene.position for scene in shown.scenes] == [1, 2, 3, 7, 8]
    state = game("cengers").start()
    assert shown.scenes[0] == still(state, 1)
    assert shown.scenes[2] == still(play(state, "f3-e3 c6-d6"), 3)


def test_the_end_of_the_match_is_told_at_the_last_position_only() -> None:
    *earlier, last = replay(told().log, 0, 64).scenes
    assert last.status == "One player resigned. x wins in 4 moves."
    assert [scene.outcome for scene in earlier] == [None] * 4
    assert not any(scene.paths or scene.choices for scene in [*earlier, last])


@pytest.mark.parametrize(
    ("first", "count", "plies"), [(0, 2, [0, 1]), (3, 1, [3]), (3, 64, [3, 4]), (4, 1, [4]), (5, 10, []), (999, 1, [])]
)
def test_a_part_of_it(first: int, count: int, plies: list[int]) -> None:
    shown = replay(told().log, first, count)
    assert [scene.ply for scene in shown.scenes] == plies
    assert shown.plies == 4


def test_a_match_that_goes_on_ends_with_its_position() -> None:
    story = Story()
    story.plays(ANN, "f3-e3")
    assert replay(story.log, 0, 9).scenes[-1].status == "o's turn."
