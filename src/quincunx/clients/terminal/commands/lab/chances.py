"""`quincunx lab chances`: finds the winning chances that correspond to a game's scores, by self-play."""

from __future__ import annotations

import argparse

from quincunx.clients.terminal.input.game_options import named_game
from quincunx.clients.terminal.input.parser import Parser
from quincunx.clients.terminal.input.self_play import add_self_play, print_command, self_played
from quincunx.search.chance_fit import play_expectations, steepness, surprise, worth_of_piece
from quincunx.search.chances import scale_of


def add_arguments(parser: Parser) -> None:
    """Add the command's arguments."""
    parser.set_defaults(run=_chances)
    add_self_play(parser, games=300, least=1)


def _chances(arguments: argparse.Namespace) -> None:
    game = named_game(arguments)
    played = self_played(game, arguments, play_expectations)
    expected = [one for game_of_them in played for one in game_of_them]
    if not expected:
        return
    steep, scale = steepness(expected), scale_of(game)
    print_command("chances", game, arguments, len(played))
    print(f"# log loss: {surprise(expected, steep):.4f}; a piece more at the end: {worth_of_piece(expected):.0f}")
    print(f'[{game.key}]\nunit = "{scale.unit}"\nworth = {scale.worth:g}\nsteepness = {steep:.0f}')
