"""Weights from games: self-play, then the weights under which the results are most likely (logistic regression)."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from quincunx.core.evaluator import Evaluator
from quincunx.core.game import Game
from quincunx.core.random import Random
from quincunx.core.state import State
from quincunx.search.alphabeta import AlphaBeta
from quincunx.search.contest import opening
from quincunx.search.linear import inverse, times
from quincunx.search.table import Table

UNIT = 200.0  # a value so high means an expected result of 73 %
ROUNDS = 8
WHIMS = 20  # one turn in so many is played by whim, so that games differ
LOYALTY = 0.002  # how strongly a weight is held where it is, for each position


@dataclass(frozen=True)
class SelfPlay:
    """One game of self-play: so many nodes a turn."""

    game: Game
    nodes: int
    seed: int


@dataclass(frozen=True)
class Sample:
    """The features of a position, and how the game ended for player 0 (1, ½ or 0)."""

    features: tuple[int, ...]
    result: float


def play_samples(task: SelfPlay) -> list[Sample]:
    """Play one game, and keep its quiet positions."""
    state = opening(task.game, task.seed)
    evaluator, random, table = task.game.spec.evaluator(task.game), Random(task.seed), Table(4)
    seen = []
    while not state.over:
        if is_quiet(state, evaluator):
            seen.append(tuple(evaluator.listed(state)))
        state.apply(_choice(state, evaluator, table, random, task.nodes))
    outcome = state.outcome()
    assert outcome is not None
    result = 0.5 if outcome.winner is None else float(outcome.winner == 0)
    return [Sample(features, result) for features in seen]


def _choice(state: State, evaluator: Evaluator, table: Table, random: Random, nodes: int) -> int:
    if random.below(WHIMS) == 0:
        actions = state.legal_actions()
        return actions[random.below(len(actions))]
    search = AlphaBeta(state, evaluator, table)
    search.run(10.0, most_nodes=nodes)
    return search.lines(1)[0].action


def is_quiet(state: State, evaluator: Evaluator) -> bool:
    """Whether the features say what there is to say: the start of a turn, with nothing to win at once."""
    return state.acted == 0 and all(evaluator.gain_of(state, action) <= 0 for action in state.legal_actions())


def fit(samples: list[Sample], weights: list[int]) -> list[int]:
    """The weights that make the results most likely, held a little where they are (Newton's method)."""
    start = [weight / UNIT for weight in weights]
    scales = [_spread(sample.features[i] for sample in samples) for i in range(len(weights))]
    held = [LOYALTY * len(samples) * scale * scale for scale in scales]
    found = list(start)
    for _ in range(ROUNDS):
        gradient = [h * (s - f) for h, s, f in zip(held, start, found, strict=True)]
        curvature = [[held[i] if i == j else 0.0 for j in range(len(held))] for i in range(len(held))]
        for sample in samples:
            _add_slopes(sample, found, gradient, curvature)
        found = [f + step for f, step in zip(found, times(inverse(curvature), gradient), strict=True)]
    return [round(UNIT * weight) for weight in found]


def _spread(values: Iterable[int]) -> float:
    """How much a feature varies; never nothing, or its weight would be free."""
    squares = [value * value for value in values]
    return math.sqrt(sum(squares) / len(squares)) or 1.0


def _add_slopes(sample: Sample, weights: list[float], gradient: list[float], curvature: list[list[float]]) -> None:
    total = sum(w * f for w, f in zip(weights, sample.features, strict=True))
    expected = 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))
    slope = expected * (1 - expected)
    for i, feature in enumerate(sample.features):
        if feature:
            gradient[i] += (sample.result - expected) * feature
            row = curvature[i]
            for j, other in enumerate(sample.features):
                row[j] += slope * feature * other


def loss(samples: list[Sample], weights: list[int]) -> float:
    """The mean log loss of the results under the weights; 0.693 is knowing nothing."""
    total = 0.0
    for sample in samples:
        value = sum(w * f for w, f in zip(weights, sample.features, strict=True)) / UNIT
        expected = 1 / (1 + math.exp(-max(-30.0, min(30.0, value))))
        total -= sample.result * math.log(expected) + (1 - sample.result) * math.log(1 - expected)
    return total / len(samples)
