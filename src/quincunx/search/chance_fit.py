"""Fits the steepness of a game's winning chances: self-play, then the scale that makes the results most likely."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from quincunx.core.evaluation import evaluator_of
from quincunx.core.random import Random
from quincunx.core.state import State
from quincunx.search.chances import SURE
from quincunx.search.linear import inverse, times
from quincunx.search.tournament import Openings, opening
from quincunx.search.transposition_table import TranspositionTable
from quincunx.search.tuning import KEPT, WHIMS, SelfPlay, searched, whim

TURNS = (2, 12)  # random turns at the beginning, for a variety of positions
DECIDED = 1000  # scores are limited to this, because higher ones carry no more information
ROUNDS = 25
HELD = 1e-6  # keeps a step finite if all results are the same
FLATTEST = 10_000.0


@dataclass(frozen=True)
class Expectation:
    """The score of a position, the result of the game (1, ½, 0), and the lead in pieces at the end, for player 0."""

    score: float
    result: float
    margin: int


def play_expectations(task: SelfPlay) -> list[Expectation]:
    """Play one game from an opening that may be unfair, and return the expectations in some of its positions."""
    random = Random(task.seed)
    least, most = TURNS
    state = opening(task.game, task.seed, Openings(least + random.below(most - least), math.inf))
    evaluator, table = evaluator_of(task.game), TranspositionTable(4)
    scores = []
    while not state.over:
        best = searched(state, evaluator, table, task.nodes)
        if state.acted == 0 and abs(best.score) < SURE:
            score = max(-DECIDED, min(DECIDED, best.score))
            scores.append(score if state.to_move == 0 else -score)
        state.apply(whim(state, random) if random.below(WHIMS) == 0 else best.action)
    while len(scores) > KEPT:
        scores.pop(random.below(len(scores)))
    return [Expectation(score, result(state), _margin(state)) for score in scores]


def result(state: State) -> float:
    """The result of the game for player 0: 1, ½ or 0."""
    outcome = state.outcome()
    assert outcome is not None
    return 0.5 if outcome.winner is None else float(outcome.winner == 0)


def _margin(state: State) -> int:
    return sum(1 - 2 * piece.owner for piece in state.game.spec.pieces(state).values())


def fit(expected: Sequence[Expectation]) -> tuple[float, float]:
    """How much the log odds grow with the score, and the log odds at a score of 0, where one side may be better.

    These maximize the likelihood of the results (Newton's method). Players are shown a score of 0 as even, so only the
    first value is used elsewhere; but without fitting the second, the first would be wrong.
    """
    slope, lean = 0.0, 0.0
    for _ in range(ROUNDS):
        gradient, curvature = [0.0, 0.0], [[HELD, 0.0], [0.0, HELD]]
        for one in expected:
            chance, seen = _chance(slope * one.score + lean), (one.score / 100, 1.0)
            for i in (0, 1):
                gradient[i] += (one.result - chance) * seen[i]
                for j in (0, 1):
                    curvature[i][j] += chance * (1 - chance) * seen[i] * seen[j]
        step = times(inverse(curvature), gradient)
        slope, lean = slope + step[0] / 100, lean + step[1]
    return slope, lean


def steepness(expected: Sequence[Expectation]) -> float:
    """The score that raises the chance to win from 50 % to 73 %."""
    return 1 / max(fit(expected)[0], 1 / FLATTEST)


def _chance(odds: float) -> float:
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, odds))))


def surprise(expected: Sequence[Expectation], steep: float) -> float:
    """The mean log loss of the results, allowing for one side being better; 0.693 is pure guessing."""
    lean = fit(expected)[1]
    chances = [_chance(one.score / steep + lean) for one in expected]
    losses = [
        -one.result * math.log(c) - (1 - one.result) * math.log(1 - c) for one, c in zip(expected, chances, strict=True)
    ]
    return sum(losses) / len(losses)


def worth_of_piece(expected: Sequence[Expectation]) -> float:
    """The score that corresponds to one more piece at the end (least squares); its meaning depends on the game."""
    along = sum(one.score * one.margin for one in expected)
    return sum(one.score**2 for one in expected) / along if along else math.inf
