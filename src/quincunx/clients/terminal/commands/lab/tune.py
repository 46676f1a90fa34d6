"""`quincunx lab tune`: finds better weights for a game's evaluator by self-play."""

from __future__ import annotations

import argparse

from quincunx.clients.terminal.input.game_options import named_game
from quincunx.clients.terminal.input.parser import Parser
from quincunx.clients.terminal.input.self_play import add_self_play, print_command, self_played
from quincunx.core.errors import OptionError
from quincunx.search.tuning import fit, loss, play_samples

SPARE = 5  # one in this many games is held out, to check the weights on games that were not used for training


def add_arguments(parser: Parser) -> None:
    """Add the command's arguments."""
    parser.set_defaults(run=_tune)
    add_self_play(parser, games=1000, least=2)


def _tune(arguments: argparse.Namespace) -> None:
    game = named_game(arguments)
    evaluator = game.spec.evaluator(game)
    if not evaluator.names:
        raise OptionError(f"{game.key} has no evaluator of its own to tune")
    played = self_played(game, arguments, play_samples)
    trained = [sample for number, samples in enumerate(played) if number % SPARE for sample in samples]
    spare = [sample for samples in played[::SPARE] for sample in samples]
    if not trained:
        return
    old = evaluator.listed_weights()
    new = fit(trained, old)
    print_command("tune", game, arguments, len(played))
    print(f"# log loss on games not learnt from: {loss(spare, old):.4f} before, {loss(spare, new):.4f} after")
    print(f"[{game.key}]")
    for name, weight in zip(evaluator.names, new, strict=True):
        print(f"{name} = {weight:g}")
