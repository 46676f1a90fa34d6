"""Networks with random weights, for tests."""

from __future__ import annotations

from quincunx import Game, Random
from quincunx.core.network_shape import Shape, Weights

# the largest weight in each part: values then spread over some hundreds, like those of a real network
LARGEST = {
    "rows": 300,
    "second": 200,
    "third": 500,
    "biases": 500,
    "scales": 30_000,
    "linear": 100,
    "second_biases": 100_000,
    "third_biases": 100_000,
}


def shape_of(game: Game, hidden: int = 64) -> Shape:
    """The shape of a network for a game."""
    evaluator = game.spec.evaluator(game)
    return Shape(game.key, evaluator.input_count(), hidden, evaluator.names, evaluator.heads)


def random_weights(shape: Shape, seed: int = 1) -> Weights:
    """Weights that depend only on the seed, alike in both builds."""
    random = Random(seed)
    return Weights(**{name: _part(random, name, size) for name, size in shape.sizes().items()})


def _part(random: Random, name: str, size: int) -> list[int]:
    most = LARGEST[name]
    return [random.below(2 * most + 1) - (0 if name == "scales" else most) for _ in range(size)]
