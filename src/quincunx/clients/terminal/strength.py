"""`quincunx calibrate`, `tune` and `chances`: what bots are worth, and fits by self-play."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, TypeVar

from quincunx.clients.terminal.arguments import add_command, add_game_options, count, named_game, seconds, some, whole
from quincunx.clients.terminal.matches import IN_PAIRS, evened
from quincunx.clients.terminal.progress import Bar
from quincunx.core.errors import OptionError
from quincunx.core.game import Game
from quincunx.search.chances import scale_of
from quincunx.search.ladder import PLAYERS, meetings, play_ladder, rated
from quincunx.search.levels import LEVELS
from quincunx.search.pool import in_processes
from quincunx.search.scaling import play_expectations, steepness, surprise, worth_of_piece
from quincunx.search.tuning import SelfPlay, fit, loss, play_samples

if TYPE_CHECKING:
    from quincunx.clients.terminal.arguments import Commands, Parser

Item = TypeVar("Item")
SPARE = 5  # of so many samples, one is kept to see whether the weights are better on games they have not seen


def add_strength(commands: Commands) -> None:
    """The commands' arguments."""
    calibrate = add_command(commands, "calibrate", _calibrate, "rate the levels of a game by games among them")
    calibrate.add_argument("game", metavar="GAME", help="a game's key; see quincunx games")
    add_game_options(calibrate)
    add_run(calibrate, games=100, of=f"for each pairing, {IN_PAIRS}", least=2)
    tune = add_command(commands, "tune", _tune, "find better weights for a game's evaluator by self-play; prints them")
    _add_self_play(tune, games=1000, least=2)
    chances = add_command(commands, "chances", _chances, "find what chances a game's scores stand for, by self-play")
    _add_self_play(chances, games=300, least=1)


def _add_self_play(parser: Parser, games: int, least: int) -> None:
    parser.add_argument("game", metavar="GAME", help="a game's key; see quincunx games")
    add_game_options(parser)
    parser.add_argument("--nodes", type=some, default=1000, help="for each turn (default: 1000)")
    add_run(parser, games=games, of="of self-play", least=least)


def add_run(parser: Parser, games: int, of: str, least: int = 1) -> None:
    """How much is played, how fast, and from which seed."""
    parser.add_argument("--games", type=whole(least), default=games, help=f"how many {of} (default: {games})")
    parser.add_argument("--seconds", type=seconds, default=0.1, help="for each turn at most (default: 0.1)")
    parser.add_argument("--seed", type=count, default=1, help="of openings and bots (default: 1)")
    parser.add_argument("--workers", type=count, default=0, help="processes (default: one a core)")


def watched(items: Iterable[Item], total: int, what: str, each: int = 1) -> list[Item]:
    """All items, with a bar; Ctrl-C ends it, and what there is counts."""
    done: list[Item] = []
    bar = Bar(total, what)
    try:
        for item in items:
            done.append(item)
            bar.step(each)
    except KeyboardInterrupt:
        print("\nstopped early", file=sys.stderr)
    bar.close()
    return done


def _calibrate(arguments: argparse.Namespace) -> None:
    game = named_game(arguments)
    games = evened(arguments.games)
    played = watched(
        play_ladder(game, games, arguments.seconds, arguments.seed, arguments.workers),
        len(meetings()) * games,
        "games",
        each=2,
    )
    print(
        f"`quincunx calibrate {game.key} --games {games} --seconds {arguments.seconds:g}"
        f" --seed {arguments.seed}` ({2 * len(played)} games)\n"
    )
    found = rated(played)
    print("| player | name | Elo | ± | above the one before | ± |\n|---|---|---|---|---|---|")
    names = ("", *(level.name for level in LEVELS))
    for player, name, rating, step in zip(PLAYERS, names, found.players, found.steps, strict=True):
        print(f"| {player} | {name} | {rating.elo:.0f} | {rating.error:.0f} | {step.elo:.0f} | {step.error:.0f} |")
    print(f"\nBeing {game.players[0]} is worth {found.side.elo:+.0f} ± {found.side.error:.0f}.")


def _tune(arguments: argparse.Namespace) -> None:
    game = named_game(arguments)
    evaluator = game.spec.evaluator(game)
    if not evaluator.names:
        raise OptionError(f"{game.key} has no evaluator of its own to tune")
    played = _self_played(game, arguments, play_samples)
    trained = [sample for number, samples in enumerate(played) if number % SPARE for sample in samples]
    spare = [sample for samples in played[::SPARE] for sample in samples]
    if not trained:
        return
    old = evaluator.listed_weights()
    new = fit(trained, old)
    _print_command("tune", game, arguments, len(played))
    print(f"# log loss on games not learnt from: {loss(spare, old):.4f} before, {loss(spare, new):.4f} after")
    print(f"[{game.key}]")
    for name, weight in zip(evaluator.names, new, strict=True):
        print(f"{name} = {weight:g}")


def _chances(arguments: argparse.Namespace) -> None:
    game = named_game(arguments)
    played = _self_played(game, arguments, play_expectations)
    expected = [one for game_of_them in played for one in game_of_them]
    if not expected:
        return
    steep, scale = steepness(expected), scale_of(game)
    _print_command("chances", game, arguments, len(played))
    print(f"# log loss: {surprise(expected, steep):.4f}; a piece more at the end: {worth_of_piece(expected):.0f}")
    print(f'[{game.key}]\nunit = "{scale.unit}"\nworth = {scale.worth:g}\nsteepness = {steep:.0f}')


def _self_played(game: Game, arguments: argparse.Namespace, play: Callable[[SelfPlay], list[Item]]) -> list[list[Item]]:
    tasks = [SelfPlay(game, arguments.nodes, arguments.seed + number) for number in range(arguments.games)]
    return watched(in_processes(play, tasks, arguments.workers), arguments.games, "games")


def _print_command(name: str, game: Game, arguments: argparse.Namespace, games: int) -> None:
    """The command that makes what follows, as a comment."""
    print(f"# quincunx {name} {game.key} --games {games} --nodes {arguments.nodes} --seed {arguments.seed}")
