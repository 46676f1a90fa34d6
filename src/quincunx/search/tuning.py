"""Tuning weights: self-play, then the weights that make the results most likely (logistic regression)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from quincunx.core.evaluation import CLASSIC, evaluator_of
from quincunx.core.evaluator import Evaluator
from quincunx.core.game import Game
from quincunx.core.random import Random
from quincunx.core.state import State
from quincunx.search.alphabeta import AlphaBeta
from quincunx.search.linear import inverse, times
from quincunx.search.root import Line
from quincunx.search.tournament import opening
from quincunx.search.transposition_table import TranspositionTable

UNIT = 200.0  # the value for an expected result of 73 %
ROUNDS = 12
HALVINGS = 20
KEPT = 12  # positions from one game: more would give no new information
WHIMS = 20  # one action in this many is random, so that games differ
LOYALTY = 0.0001  # strength of the regularization towards the old weights, per position


@dataclass(frozen=True)
class SelfPlay:
    """One game of self-play, with a number of nodes per turn."""

    game: Game
    nodes: int
    seed: int


@dataclass(frozen=True)
class Sample:
    """The features of a position, and the result for player 0, between 0 and 1.

    The result is the mean of the game's result and the one expected by the search: the game's result is true but noisy.
    """

    features: tuple[int, ...]
    result: float


def play_samples(task: SelfPlay) -> list[Sample]:
    """Play one game, and return samples from some of its quiet positions."""
    state = opening(task.game, task.seed)
    evaluator, random, table = evaluator_of(task.game, CLASSIC), Random(task.seed), TranspositionTable(4)
    seen = []
    while not state.over:
        best = searched(state, evaluator, table, task.nodes)
        if is_quiet(state, evaluator):
            seen.append((tuple(evaluator.listed(state)), _hoped(best.score if state.to_move == 0 else -best.score)))
        state.apply(whim(state, random) if random.below(WHIMS) == 0 else best.action)
    outcome = state.outcome()
    assert outcome is not None
    result = 0.5 if outcome.winner is None else float(outcome.winner == 0)
    while len(seen) > KEPT:
        seen.pop(random.below(len(seen)))
    return [Sample(features, (hoped + result) / 2) for features, hoped in seen]


def searched(state: State, evaluator: Evaluator, table: TranspositionTable, nodes: int) -> Line:
    """The best line from a search with this number of nodes."""
    search = AlphaBeta(state, evaluator, table)
    search.run(10.0, most_nodes=nodes)
    return search.lines(1)[0]


def whim(state: State, random: Random) -> int:
    """A random legal action."""
    actions = state.legal_actions()
    return actions[random.below(len(actions))]


def _hoped(score: float) -> float:
    """The expected result for a score."""
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, score / UNIT))))


def is_quiet(state: State, evaluator: Evaluator) -> bool:
    """Whether the features suffice to judge the position: at the start of a turn, without gaining actions."""
    return state.acted == 0 and all(evaluator.gain_of(state, action) <= 0 for action in state.legal_actions())


def fit(samples: list[Sample], weights: list[float]) -> list[float]:
    """The weights that make the results most likely, regularized towards the old ones (damped Newton's method)."""
    start = [weight / UNIT for weight in weights]
    scales = [_spread(sample.features[i] for sample in samples) for i in range(len(weights))]
    held = [LOYALTY * len(samples) * scale * scale for scale in scales]
    found = list(start)
    for _ in range(ROUNDS):
        gradient = [h * (s - f) for h, s, f in zip(held, start, found, strict=True)]
        curvature = [[held[i] if i == j else 0.0 for j in range(len(held))] for i in range(len(held))]
        for sample in samples:
            _add_slopes(sample, found, gradient, curvature)
        step = times(inverse(curvature), gradient)
        found = _improved(found, step, lambda tried: _cost(samples, tried, start, held))
    return [round(UNIT * weight, 1) for weight in found]


def _improved(found: list[float], step: list[float], cost: Callable[[list[float]], float]) -> list[float]:
    """Take the step, or a fraction of it that lowers the cost: a full step can go too far if results seem certain."""
    before = cost(found)
    for halvings in range(HALVINGS):
        tried = [f + s / 2**halvings for f, s in zip(found, step, strict=True)]
        if cost(tried) < before:
            return tried
    return found


def _cost(samples: list[Sample], weights: list[float], start: list[float], held: list[float]) -> float:
    """The cost that a fit minimizes: how unlikely the results are, and how far the weights were moved."""
    moved = sum(h * (w - s) ** 2 / 2 for h, w, s in zip(held, weights, start, strict=True))
    return moved + sum(_surprise(sample, weights) for sample in samples)


def _surprise(sample: Sample, weights: list[float]) -> float:
    """The negative log-likelihood of a result."""
    expected = _expected(sample, weights)
    return -sample.result * math.log(expected) - (1 - sample.result) * math.log(1 - expected)


def _expected(sample: Sample, weights: list[float]) -> float:
    return _hoped(UNIT * sum(w * f for w, f in zip(weights, sample.features, strict=True)))


def _spread(values: Iterable[int]) -> float:
    """How much a feature varies (root mean square); never 0, or its weight would be unconstrained."""
    squares = [value * value for value in values]
    return math.sqrt(sum(squares) / len(squares)) or 1.0


def _add_slopes(sample: Sample, weights: list[float], gradient: list[float], curvature: list[list[float]]) -> None:
    expected = _expected(sample, weights)
    slope = expected * (1 - expected)
    seen = [(i, feature) for i, feature in enumerate(sample.features) if feature]
    for i, feature in seen:
        gradient[i] += (sample.result - expected) * feature
        row = curvature[i]
        for j, other in seen:
            row[j] += slope * feature * other


def loss(samples: list[Sample], weights: list[float]) -> float:
    """The mean log loss of the results for the weights; 0.693 is pure guessing."""
    return sum(_surprise(sample, [weight / UNIT for weight in weights]) for sample in samples) / len(samples)
