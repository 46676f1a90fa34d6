"""Scores are shown in the game's units and as winning chances, and the fit finds the steepness of the curve."""

from __future__ import annotations

import math

import pytest

import quincunx
from quincunx.core.random import Random
from quincunx.search.chance_fit import Expectation, fit, play_expectations, steepness, surprise, worth_of_piece
from quincunx.search.chances import SURE, WIN, Scale, scale_of, tenths
from quincunx.search.tuning import SelfPlay
from variants import keys


@pytest.mark.parametrize("key", keys())
def test_every_game_says_its_unit(key: str) -> None:
    scale = scale_of(quincunx.game(key))
    assert scale.unit in ("pawns", "officers", "men", "steps", "pieces")
    assert scale.worth > 0
    assert 50 < scale.steepness < 2000


def test_a_score_is_an_amount_and_a_chance() -> None:
    scale = Scale("men", worth=50, steepness=100)
    assert [tenths(scale.amount(score)) for score in (0, -1, 75, -120)] == [0.0, 0.0, 1.5, -2.4]
    assert str(tenths(scale.amount(-1))) == "0.0"
    assert tenths(None) is None
    assert scale.chance(0) == 0.5
    assert scale.chance(100) == pytest.approx(0.731, abs=0.001)
    assert scale.chance(-100) == pytest.approx(1 - scale.chance(100))


def test_where_the_end_is_seen_nothing_is_left_to_chance() -> None:
    assert Scale().chance(WIN - 7) == 1.0
    assert Scale().chance(7 - WIN) == 0.0
    assert 0 < Scale().chance(-SURE) < Scale().chance(SURE) <= 1


def expected(steep: float, lean: float = 0.0, count: int = 4000) -> list[Expectation]:
    """Random results, drawn with the chances that belong to the scores."""
    random = Random(5)
    found = []
    for _ in range(count):
        score = random.below(1201) - 600
        chance = 1 / (1 + math.exp(-score / steep - lean))
        found.append(Expectation(score, float(random.below(10_000) < 10_000 * chance), score // 60))
    return found


@pytest.mark.parametrize("steep", [80, 250, 900])
@pytest.mark.parametrize("lean", [-1.0, 0.0])
def test_the_fit_finds_the_steepness_whoever_is_better(steep: float, lean: float) -> None:
    samples = expected(steep, lean)
    assert steepness(samples) == pytest.approx(steep, rel=0.15)
    assert fit(samples)[1] == pytest.approx(lean, abs=0.2)
    assert surprise(samples, steepness(samples)) <= surprise(samples, 2 * steep)


def test_results_that_are_all_alike_do_no_harm() -> None:
    assert 0 < steepness([Expectation(100, 0.5, 0), Expectation(-100, 0.5, 0)]) <= 10_000


def test_what_a_piece_more_at_the_end_is_worth() -> None:
    assert worth_of_piece([Expectation(120, 1, 2), Expectation(-60, 0, -1)]) == 60
    assert worth_of_piece([Expectation(120, 1, 0)]) == math.inf


def test_a_game_of_self_play_is_the_same_again() -> None:
    task = SelfPlay(quincunx.game("checkers"), 30, 3)
    first = play_expectations(task)
    assert first == play_expectations(task)
    assert len({one.result for one in first}) == 1
    assert all(abs(one.score) < SURE for one in first)
