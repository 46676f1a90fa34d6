"""Fitting ratings and weights: known values are recovered from the games that they predict."""

from __future__ import annotations

import math

import pytest

import quincunx
from quincunx.search.ladder import PLAYERS, meetings
from quincunx.search.linear import inverse, times
from quincunx.search.ratings import Result, ratings
from quincunx.search.tuning import UNIT, Sample, SelfPlay, fit, loss, play_samples
from variants import keys


def test_an_inverse_undoes() -> None:
    matrix = [[0.0, 2.0, 1.0], [1.0, 1.0, 0.0], [3.0, 0.0, 1.0]]
    assert times(inverse(matrix), times(matrix, [1.0, 2.0, 3.0])) == pytest.approx([1.0, 2.0, 3.0])


def results_of(true: list[float], side: float, games: int = 4000) -> list[Result]:
    """The expected results among players of these ratings, with a rating bonus of `side` for player 0."""
    pairs = [(0, 1), (1, 0), (1, 2), (2, 1), (2, 3), (3, 2), (0, 3), (3, 0)]
    return [Result(i, j, games, games / (1 + 10 ** ((true[j] - true[i] - side) / 400))) for i, j in pairs]


@pytest.mark.parametrize("side", [0, 60, -500])
def test_ratings_come_back_from_the_results_they_predict(side: float) -> None:
    true = [0.0, 150.0, 400.0, 380.0]
    found = ratings(4, results_of(true, side))
    assert [rating.elo for rating in found.players] == pytest.approx(true, abs=4)
    assert [step.elo for step in found.steps] == pytest.approx([0, 150, 250, -20], abs=4)
    assert found.side.elo == pytest.approx(side, abs=4)
    assert found.players[0].error == 0
    assert all(3 < rating.error < 40 for rating in (*found.players[1:], *found.steps[1:], found.side))


def test_fewer_games_are_less_sure_and_a_clean_sweep_is_no_infinity() -> None:
    few, many = (ratings(2, [Result(0, 1, n, 0), Result(1, 0, n, n)]).players[1] for n in (10, 1000))
    assert 0 < few.elo < many.elo < 4000
    unsure, sure = (ratings(2, [Result(0, 1, n, n / 2), Result(1, 0, n, n / 2)]).players[1] for n in (10, 1000))
    assert unsure.error > sure.error


def test_everybody_on_the_ladder_is_connected() -> None:
    assert {player for meeting in meetings() for player in meeting} == set(range(len(PLAYERS)))
    assert (0, 1) in meetings()


def test_weights_come_back_from_the_results_they_predict() -> None:
    true = [120.0, -40.5]
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


@pytest.mark.parametrize("key", keys())
def test_self_play_gives_samples(key: str) -> None:
    game = quincunx.game(key)
    played = [play_samples(SelfPlay(game, nodes=20, seed=seed)) for seed in (1, 2)]
    assert any(played)
    assert all(0 <= sample.result <= 1 for samples in played for sample in samples)
    features = {len(sample.features) for samples in played for sample in samples}
    assert features == {len(game.spec.evaluator(game).names)}
