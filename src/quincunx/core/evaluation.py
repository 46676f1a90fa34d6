"""How bots judge positions: with the network that ships with the game, the classic evaluation, or another network."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

from quincunx.core.errors import NetworkError
from quincunx.core.evaluator import Evaluator
from quincunx.core.game import Game
from quincunx.core.network import Network
from quincunx.core.network_file import loaded_network
from quincunx.core.spec import Spec
from quincunx.words import phrase

SHIPPED = "shipped"  # the network of the game's package if there is one that fits, and otherwise the classic evaluation
CLASSIC = "classic"  # the weighted sum of the hand-made features
FOLDER = "networks"


def evaluator_of(game: Game, evaluation: str = SHIPPED) -> Evaluator:
    """Return a game's evaluator: `shipped`, `classic`, or with the network in the file that `evaluation` names."""
    evaluator = game.spec.evaluator(game)
    if evaluation == SHIPPED:
        file = shipped_network(game.spec) if evaluator.input_count() else None
        if file is not None and fits(loaded_network(file), evaluator):
            evaluator.use(loaded_network(file))
    elif evaluation != CLASSIC:
        evaluator.use(_chosen(game, evaluator, Path(evaluation)))
    return evaluator


def shipped_network(spec: Spec) -> Path | None:
    """Return the file with the network that ships with a game, if there is one."""
    if not spec.package:  # the game is in a script
        return None
    file = resources.files(spec.package).joinpath(FOLDER, f"{spec.key}.qnet")
    return file if isinstance(file, Path) and file.is_file() else None


def fits(network: Network, evaluator: Evaluator) -> bool:
    """Return whether the network was made for these inputs and features. Options of a game can change both."""
    shape = network.shape
    return (shape.inputs, shape.names, shape.heads) == (evaluator.input_count(), evaluator.names, evaluator.heads)


def _chosen(game: Game, evaluator: Evaluator, file: Path) -> Network:
    network = loaded_network(file)
    if not fits(network, evaluator):
        raise NetworkError(phrase("core.network.unfit", file=file.name, game=game.key))
    return network
