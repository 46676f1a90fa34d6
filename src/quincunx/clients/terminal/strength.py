"""`quincunx calibrate`, `balance`, `tune` and `chances`: what bots are worth, what games are, and fits by self-play."""

from __future__ import annotations

import argparse
import itertools
import statistics
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, TypeVar

from quincunx.clients.terminal.arguments import add_command, add_game_options, count, named_game, seconds
from quincunx.clients.terminal.progress import Bar
from quincunx.core.errors import OptionError
from quincunx.core.game import Game
from quincunx.core.spec import RuleSet
from quincunx.games import game as game_of
from quincunx.games import games as all_games
from quincunx.search.chances import scale_of
from quincunx.search.contest import ANY, Contest, Pair, play_match
from quincunx.search.ladder import PLAYERS, meetings, play_ladder, rated
from quincunx.search.levels import LEVELS
from quincunx.search.pool import in_processes
from quincunx.search.scaling import play_expectations, steepness, surprise, worth_of_piece
from quincunx.search.score import score
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
    _add_run(calibrate, games=100, of="for each pairing")
    balance = add_command(commands, "balance", _balance, "measure how even the games are, by a bot playing itself")
    balance.add_argument("games_named", metavar="GAME", nargs="*", help="only these games (default: all)")
    balance.add_argument("--level", type=count, default=6, help="of the bot (default: 6)")
    _add_run(balance, games=100, of="for each rule set, and each pairing of what it ships")
    tune = add_command(commands, "tune", _tune, "find better weights for a game's evaluator by self-play; prints them")
    _add_self_play(tune, games=1000)
    chances = add_command(commands, "chances", _chances, "find what chances a game's scores stand for, by self-play")
    _add_self_play(chances, games=300)


def _add_self_play(parser: Parser, games: int) -> None:
    parser.add_argument("game", metavar="GAME", help="a game's key; see quincunx games")
    add_game_options(parser)
    parser.add_argument("--nodes", type=count, default=1000, help="for each turn (default: 1000)")
    _add_run(parser, games=games, of="of self-play")


def _add_run(parser: Parser, games: int, of: str) -> None:
    parser.add_argument("--games", type=count, default=games, help=f"how many {of} (default: {games})")
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
    played = watched(
        play_ladder(game, arguments.games, arguments.seconds, arguments.seed, arguments.workers),
        len(meetings()) * arguments.games,
        "games",
        each=2,
    )
    print(
        f"`quincunx calibrate {game.key} --rules {game.rules} --games {arguments.games} --seconds {arguments.seconds:g}"
        f" --seed {arguments.seed}` ({2 * len(played)} games)\n"
    )
    found = rated(played)
    print("| player | name | Elo | ± | above the one before | ± |\n|---|---|---|---|---|---|")
    names = ("", *(level.name for level in LEVELS))
    for player, name, rating, step in zip(PLAYERS, names, found.players, found.steps, strict=True):
        print(f"| {player} | {name} | {rating.elo:.0f} | {rating.error:.0f} | {step.elo:.0f} | {step.error:.0f} |")
    print(f"\nBeing {game.players[0]} is worth {found.side.elo:+.0f} ± {found.side.error:.0f}.")


def _balance(arguments: argparse.Namespace) -> None:
    print("| game | rules | first side's score | ± | drawn | turns (median) | games |\n|---|---|---|---|---|---|---|")
    for key, spec in all_games().items():
        for rule_set in spec.rule_sets:
            if not arguments.games_named or key in arguments.games_named:
                for choices in _shipped_choices(rule_set):
                    _print_balance(game_of(key, rule_set.name, **choices), choices, arguments)


def _shipped_choices(rule_set: RuleSet) -> Iterator[dict[str, str]]:
    """Every way to choose among the values that options come with; one, without any choice, where none does."""
    options = [option for option in rule_set.options if option.shipped]
    for values in itertools.product(*(option.shipped for option in options)):
        yield {option.name: value for option, value in zip(options, values, strict=True)}


def _print_balance(game: Game, choices: dict[str, str], arguments: argparse.Namespace) -> None:
    name = f"level {arguments.level}"
    contest = Contest(game, (name, name), arguments.seconds, arguments.seed, ANY)
    pairs: list[Pair] = watched(play_match(contest, arguments.games, arguments.workers), arguments.games, "games", 2)
    games = [one for pair in pairs for one in pair]
    if not games:
        return
    found = score([one.result if one.first == 0 else 1 - one.result for one in games])
    drawn = sum(one.result == 0.5 for one in games) / len(games)
    turns = statistics.median(one.turns for one in games)
    rules = " ".join((game.rules, *choices.values()))
    print(
        f"| {game.key} | {rules} | {found.mean:.1%} ({game.players[0]}) | {found.error:.1%} | {drawn:.0%} "
        f"| {turns:.0f} | {len(games)} |",
        flush=True,
    )


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
    print(f"[{game.rules}]")
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
    print(f'[{game.rules}]\nunit = "{scale.unit}"\nworth = {scale.worth:g}\nsteepness = {steep:.0f}')


def _self_played(game: Game, arguments: argparse.Namespace, play: Callable[[SelfPlay], list[Item]]) -> list[list[Item]]:
    tasks = [SelfPlay(game, arguments.nodes, arguments.seed + number) for number in range(arguments.games)]
    return watched(in_processes(play, tasks, arguments.workers), arguments.games, "games")


def _print_command(name: str, game: Game, arguments: argparse.Namespace, games: int) -> None:
    """The command that makes what follows, as a comment."""
    print(
        f"# quincunx {name} {game.key} --rules {game.rules} --games {games} --nodes {arguments.nodes}"
        f" --seed {arguments.seed}"
    )
