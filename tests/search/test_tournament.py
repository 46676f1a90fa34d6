"""Tournaments: both sides of every opening, the same for the same seed, and scores with their uncertainty."""

from __future__ import annotations

import math

import pytest

import quincunx
from quincunx.search.score import elo, score
from quincunx.search.tournament import ANY, Contest, opening, play_match, play_once, play_pair
from variants import keys

every_game = pytest.mark.parametrize("key", keys())


@every_game
def test_an_opening_is_playable_and_the_same_for_its_seed(key: str) -> None:
    game = quincunx.game(key)
    first = opening(game, 3)
    assert not first.over
    assert first == opening(game, 3)
    assert first != opening(game, 4)


@every_game
def test_a_pair_is_played_from_both_sides(key: str) -> None:
    contest = Contest(quincunx.game(key), ("random", "random"))
    one, other = play_pair(contest, 0)
    assert (one.first, other.first) == (0, 1)
    assert {one.result, other.result} <= {0.0, 0.5, 1.0}
    assert play_pair(contest, 0) == (one, other)


def test_processes_play_what_one_alone_would() -> None:
    contest = Contest(quincunx.game(keys()[0]), ("random", "random"), seed=5)
    assert sorted(map(str, play_match(contest, 4, workers=2))) == sorted(map(str, play_match(contest, 4, workers=1)))


def test_a_bot_against_itself_plays_every_opening_once() -> None:
    contest = Contest(quincunx.game(keys()[0]), ("random", "random"), seed=5, openings=ANY)
    games = list(play_once(contest, 3, workers=1))
    assert games == [play_pair(contest, number)[0] for number in range(3)]


def test_level_1_beats_random_moves() -> None:
    contest = Contest(quincunx.game("checkers"), ("level 1", "random"))
    games = [game for pair in play_match(contest, 4, workers=1) for game in pair]
    assert sum(game.result for game in games) >= 3


def test_scores_and_ratings() -> None:
    even = score([0.5] * 10)
    assert even.mean == 0.5
    assert even.elo == 0
    assert even.error == 0
    mixed = score([0.0, 1.0] * 50)
    assert mixed.error == pytest.approx(1.96 * 0.05, rel=0.02)
    assert score([1.0] * 10).error > score([1.0] * 40).error > 0
    assert elo(0.75) == pytest.approx(190.8, abs=0.1)
    assert elo(1.0) == math.inf
    assert elo(0.0) == -math.inf
