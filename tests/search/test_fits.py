"""Ratings and weights that are fitted: known ones come back from the games they would have made."""

from __future__ import annotations

import math

import pytest

import quincunx
from quincunx.search.ladder import PLAYERS, meetings
from quincunx.search.linear import inverse, times
from quincunx.search.ratings import Result, ratings
from quincunx.search.tuning import UNIT, Sample, SelfPlay, fit, loss, play_samples
from variants import rule_sets


def test_an_inverse_undoes() -> None:
    matrix = [[0.0, 2.0, 1.0], [1.0, 1.0, 0.0], [3.0, 0.0, 1.0]]
    assert times(inverse(matrix), times(matrix, [1.0, 2.0, 3.0])) == pytest.approx([1.0, 2.0, 3.0])


def test_ratings_come_back_from_the_results_they_predict() -> None:
    true = [0, 150, 400, 380]
    pairs = [(0, 1), (1, 2), (2, 3), (0, 3)]
    results = [Result(i, j, 4000, 4000 / (1 + 10 ** ((true[j] - true[i]) / 400))) for i, j in pairs]
    found = ratings(4, results)
    assert [rating.elo for rating in found] == pytest.approx(true, abs=2)
    assert found[0].error == 0
    assert all(5 < rating.error < 40 for rating in found[1:])


def test_fewer_games_are_less_sure_and_a_clean_sweep_is_no_infinity() -> None:
    few, many = (ratings(2, [Result(0, 1, games, 0)])[1] for games in (10, 1000))
    assert 0 < few.elo < many.elo < 4000
    assert ratings(2, [Result(0, 1, 10, 5)])[1].error > ratings(2, [Result(0, 1, 1000, 500)])[1].error


def test_everybody_on_the_ladder_is_connected() -> None:
    assert {player for meeting in meetings() for player in meeting} == set(range(len(PLAYERS)))
    assert (0, 1) in meetings()


def test_weights_come_back_from_the_results_they_predict() -> None:
    true = [120, -40]
    samples = [
        Sample((a, b), 1 / (1 + math.exp(-(true[0] * a + true[1] * b) / UNIT)))
        for a in range(-4, 5)
        for b in range(-4, 5)
    ]
    found = fit(samples, [100, 0])
    assert found == pytest.approx(true, abs=6)
    assert loss(samples, found) < loss(samples, [100, 0])


def test_a_fit_finds_back_from_weights_far_too_high() -> None:
    samples = [Sample((a,), 1 / (1 + math.exp(-a / 2))) for a in range(-9, 10)] * 50
    assert fit(samples, [4_000])[0] < 1_000


def test_a_feature_that_never_shows_keeps_its_weight() -> None:
    assert fit([Sample((1, 0), 1.0), Sample((-1, 0), 0.0)], [50, 77])[1] == 77


@pytest.mark.parametrize(("key", "rules"), rule_sets())
def test_self_play_gives_samples_with_one_result(key: str, rules: str) -> None:
    game = quincunx.game(key, rules)
    played = [play_samples(SelfPlay(game, nodes=20, seed=seed)) for seed in (1, 2)]
    assert any(played)
    assert all(len({sample.result for sample in samples}) <= 1 for samples in played)
    features = {len(sample.features) for samples in played for sample in samples}
    assert features == {len(game.spec.evaluator(game).names)}
