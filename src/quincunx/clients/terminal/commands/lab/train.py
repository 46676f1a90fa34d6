"""`quincunx lab train`: trains a network for a game on positions from self-play."""

from __future__ import annotations

import argparse
import shlex
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from quincunx.clients.terminal.input.game_options import add_game_options, named_game
from quincunx.clients.terminal.input.parser import Parser
from quincunx.clients.terminal.input.self_play import named_options
from quincunx.clients.terminal.input.values import count, some, whole
from quincunx.core.errors import NetworkError, OptionError
from quincunx.core.evaluation import CLASSIC, evaluator_of
from quincunx.core.evaluator import Evaluator
from quincunx.core.network_file import read_network, write_network
from quincunx.core.network_shape import BLOCK, MOST_HIDDEN, Shape
from quincunx.search.learning.card import Card, Data, write_card
from quincunx.search.learning.quantize import quantized
from quincunx.words import phrase

if TYPE_CHECKING:
    from quincunx.search.learning.training import Progress
    from quincunx.search.learning.training_data import Source

HIDDEN = 64


def add_arguments(parser: Parser) -> None:
    """Add the command's arguments."""
    parser.set_defaults(run=_train)
    parser.add_argument("game", metavar="GAME", help="a game's key; see quincunx games")
    parser.add_argument(
        "data", metavar="DATA", nargs="+", type=Path, help="files from quincunx lab selfplay, or folders"
    )
    add_game_options(parser)
    parser.add_argument(
        "--out", metavar="FILE", type=Path, required=True, help="write the network to FILE, and its card"
    )
    parser.add_argument("--epochs", type=some, default=20, help="times to go over the positions, at most (default: 20)")
    parser.add_argument(
        "--hidden",
        type=whole(BLOCK, MOST_HIDDEN),
        default=HIDDEN,
        help=f"units of the hidden layer (default: {HIDDEN})",
    )
    parser.add_argument("--seed", type=count, default=1, help="seed of the first weights (default: 1)")


def _train(arguments: argparse.Namespace) -> None:
    from quincunx.search.learning.training import classic_loss, network_loss, train  # PyTorch is an extra
    from quincunx.search.learning.training_data import files_in, load

    game = named_game(arguments)
    evaluator = evaluator_of(game, CLASSIC)
    shape = _shape(game.key, evaluator, arguments.hidden)
    positions, spare, sources = load(game, evaluator, files_in(arguments.data, game))
    print(f"{len(positions)} positions to learn from, {len(spare)} held out", flush=True)
    learnt = train(shape, evaluator, positions, spare, arguments.epochs, arguments.seed, _report)
    data = write_network(shape, quantized(learnt, shape))
    losses = classic_loss(evaluator, spare), network_loss(read_network(data, arguments.out.name), spare)
    arguments.out.parent.mkdir(parents=True, exist_ok=True)
    arguments.out.write_bytes(data)
    card = _card(game.key, arguments, sources, losses)
    arguments.out.with_suffix(".toml").write_text(write_card(card), encoding="utf-8")
    print(
        f"loss on held-out games: {losses[0]:.4f} classic, {losses[1]:.4f} network; {arguments.out}: {len(data)} bytes"
    )


def _shape(key: str, evaluator: Evaluator, hidden: int) -> Shape:
    if not evaluator.input_count():
        raise NetworkError(phrase("core.network.none", game=key))
    if hidden % BLOCK:
        raise OptionError(f"the hidden layer's size must be a multiple of {BLOCK}")
    return Shape(key, evaluator.input_count(), hidden, evaluator.names, evaluator.heads)


def _report(progress: Progress) -> None:
    print(f"epoch {progress.epoch}: loss {progress.learnt:.4f}, on held-out games {progress.spare:.4f}", flush=True)


def _card(key: str, arguments: argparse.Namespace, sources: list[Source], losses: tuple[float, float]) -> Card:
    command = (
        f"quincunx lab train {key} {shlex.join(map(_told, arguments.data))}{named_options(arguments)}"
        f" --out {arguments.out.name} --epochs {arguments.epochs} --hidden {arguments.hidden} --seed {arguments.seed}"
    )
    data = [
        Data(
            _told(Path(source.terms.evaluation)),
            source.terms.nodes,
            source.terms.handicap,
            source.games,
            source.positions,
        )
        for source in sources
    ]
    classic, network = (round(loss, 4) for loss in losses)
    return Card(key, datetime.now(UTC).date().isoformat(), command, classic, network, data)


def _data(source: Source) -> Data:
    terms = source.terms
    return Data(_told(Path(terms.evaluation)), terms.nodes, terms.handicap, source.games, source.positions)


def _told(place: Path) -> str:
    """A path as a card tells it: without the folders of this machine."""
    return place.name if place.is_absolute() else str(place)
