"""Glicko-2 against the numbers published by Glickman, and against properties that hold for any results."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quincunx.play.glicko import Rating, aged, rated

RATINGS = st.builds(Rating, st.floats(600, 2800), st.floats(30, 350), st.floats(0.03, 0.1))
SCORES = st.sampled_from([0.0, 0.5, 1.0])


def test_glickmans_example() -> None:
    """A player of 1500/200/0.06 beats 1400/30 and loses to 1550/100 and 1700/300; the paper's τ is 0.5."""
    after = rated(
        Rating(1500, 200, 0.06),
        [(Rating(1400, 30), 1.0), (Rating(1550, 100), 0.0), (Rating(1700, 300), 0.0)],
    )
    assert after.rating == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_without_play_a_rating_only_grows_less_sure() -> None:
    """Step 6 of the paper: φ* = √(φ² + σ²)."""
    after = rated(Rating(1500, 200, 0.06), [])
    assert (after.rating, after.volatility) == (1500, 0.06)
    assert after.deviation == pytest.approx(200.2714, abs=0.0001)
    assert aged(Rating(1500, 349.9, 0.06), 1000).deviation == 350


@given(player=RATINGS, opponent=RATINGS)
def test_more_points_are_never_worth_less(player: Rating, opponent: Rating) -> None:
    lost, drawn, won = (rated(player, [(opponent, score)]) for score in (0.0, 0.5, 1.0))
    assert lost.rating < drawn.rating < won.rating
    assert lost.rating < player.rating < won.rating


@given(player=RATINGS, results=st.lists(st.tuples(RATINGS, SCORES), min_size=1, max_size=8))
def test_any_results_give_a_rating(player: Rating, results: list[tuple[Rating, float]]) -> None:
    after = rated(player, results)
    assert 0 < after.deviation <= 350
    assert 0 < after.volatility < 1
    assert after == rated(player, results)


@given(first=RATINGS)
def test_equals_move_apart_by_the_same_amount(first: Rating) -> None:
    won, lost = rated(first, [(first, 1.0)]), rated(first, [(first, 0.0)])
    assert won.rating - first.rating == pytest.approx(first.rating - lost.rating)
