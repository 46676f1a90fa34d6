"""How steep a game's chances are: self-play, then the scale under which the results are most likely."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from quincunx.core.random import Random
from quincunx.core.state import State
from quincunx.search.chances import SURE
from quincunx.search.linear import inverse, times
from quincunx.search.tournament import Openings, opening
from quincunx.search.transposition_table import TranspositionTable
from quincunx.search.tuning import KEPT, WHIMS, SelfPlay, searched, whim

TURNS = (2, 12)  # random ones at the beginning, so that there are all sorts of positions
DECIDED = 1000  # a score beyond it says no more than that
ROUNDS = 25
HELD = 1e-6  # keeps a step finite where all results are alike
FLATTEST = 10_000.0


@dataclass(frozen=True)
class Expectation:
    """What a search thought of a position, how the game ended (1, ½, 0), and how many more pieces were there then.

    All for player 0.
    """

    score: float
    result: float
    margin: int


def play_expectations(task: SelfPlay) -> list[Expectation]:
    """Play one game from an opening that need not be fair, and keep what was thought of some of its positions."""
    random = Random(task.seed)
    least, most = TURNS
    state = opening(task.game, task.seed, Openings(least + random.below(most - least), math.inf))
    evaluator, table = task.game.spec.evaluator(task.game), TranspositionTable(4)
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
    """How the game ended for player 0: 1, ½ or 0."""
    outcome = state.outcome()
    assert outcome is not None
    return 0.5 if outcome.winner is None else float(outcome.winner == 0)


def _margin(state: State) -> int:
    return sum(1 - 2 * piece.owner for piece in state.game.spec.pieces(state).values())


def fit(expected: Sequence[Expectation]) -> tuple[float, float]:
    """How much the odds grow with the score, and those of a score of 0, which one side may be better at than the other.

    Where the likelihood of the results is greatest (Newton's method). A score of 0 is a draw for whoever sees one, so
    only the first of the two is of use elsewhere; without the second it would come out wrong.
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
    """The score that makes a chance of one half one of 73 %."""
    return 1 / max(fit(expected)[0], 1 / FLATTEST)


def _chance(odds: float) -> float:
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, odds))))


def surprise(expected: Sequence[Expectation], steep: float) -> float:
    """The mean log loss of the results, one side being better or not; 0.693 is knowing nothing."""
    lean = fit(expected)[1]
    chances = [_chance(one.score / steep + lean) for one in expected]
    losses = [
        -one.result * math.log(c) - (1 - one.result) * math.log(1 - c) for one, c in zip(expected, chances, strict=True)
    ]
    return sum(losses) / len(losses)


def worth_of_piece(expected: Sequence[Expectation]) -> float:
    """The score that stands for one more piece at the end (least squares); what it says is the game's matter."""
    along = sum(one.score * one.margin for one in expected)
    return sum(one.score**2 for one in expected) / along if along else math.inf
