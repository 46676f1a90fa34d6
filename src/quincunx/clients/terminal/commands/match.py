"""`quincunx match`: bots against each other."""

from __future__ import annotations

import argparse
import sys
from collections import Counter

from quincunx.clients.terminal.input.game_options import add_game_options, named_game
from quincunx.clients.terminal.input.parser import Parser
from quincunx.clients.terminal.input.values import count, seconds, whole
from quincunx.clients.terminal.text.progress import Bar
from quincunx.search.bots import bot
from quincunx.search.score import Score, score
from quincunx.search.tournament import Contest, Pair, Played, play_match

IN_PAIRS = "in pairs that share an opening; an odd number is rounded up"


def add_arguments(parser: Parser) -> None:
    """The command's arguments."""
    parser.set_defaults(run=_match)
    parser.add_argument(
        "bots", metavar="BOT", nargs=2, help="random, 'level 1' to 'level 8', rollouts, mcts, alphabeta"
    )
    parser.add_argument("--game", metavar="G", required=True, help="a game's key; see quincunx games")
    add_game_options(parser)
    parser.add_argument("--games", type=whole(2), default=100, help=f"number of games, {IN_PAIRS} (default: 100)")
    parser.add_argument("--seconds", type=seconds, default=0.1, help="seconds for each turn (default: 0.1)")
    parser.add_argument("--seed", type=count, default=1, help="seed of openings and bots (default: 1)")
    parser.add_argument("--workers", type=count, default=0, help="number of processes (default: one per core)")


def _match(arguments: argparse.Namespace) -> None:
    game = named_game(arguments)
    for name in arguments.bots:
        bot(name, game)  # an unknown one is refused here, not in another process
    contest = Contest(game, tuple(arguments.bots), arguments.seconds, arguments.seed)
    pairs = played_pairs(contest, evened(arguments.games), arguments.workers)
    if pairs:
        print(report(contest, pairs))


def evened(games: int) -> int:
    """An even number of games; where that is one more than was asked for, it is said."""
    if games % 2 == 0:
        return games
    print(f"games go in pairs: {games + 1}, not {games}", file=sys.stderr)
    return games + 1


def played_pairs(contest: Contest, games: int, workers: int) -> list[Pair]:
    """Play with a bar; Ctrl-C ends it, and what was played counts."""
    pairs: list[Pair] = []
    try:
        with Bar(games, "games") as bar:
            for pair in play_match(contest, games, workers):
                pairs.append(pair)
                bar.step(2, f"score {pair_score(pairs).mean:.3f}")
    except KeyboardInterrupt:
        print("stopped early", file=sys.stderr)
    return pairs


def pair_score(pairs: list[Pair]) -> Score:
    """The first bot's score."""
    return score([(one.result + other.result) / 2 for one, other in pairs])


def report(contest: Contest, pairs: list[Pair]) -> str:
    """The result in words."""
    games = [game for pair in pairs for game in pair]
    found = pair_score(pairs)
    low, high = found.elo_range
    return "\n".join(
        [
            f"{contest.bots[0]} against {contest.bots[1]}, {contest.game.spec.title}, "
            f"{contest.seconds:g} s a turn, seed {contest.seed}",
            _tally(games),
            f"score {found.mean:.1%} ± {found.error:.1%}, Elo {found.elo:+.0f} ({low:+.0f} to {high:+.0f})",
            "ended by " + ", ".join(f"{reason} {n}" for reason, n in Counter(g.reason for g in games).most_common()),
        ]
    )


def _tally(games: list[Played]) -> str:
    results = Counter(game.result for game in games)
    turns = sum(game.turns for game in games) / len(games)
    return (
        f"{len(games)} games: {results[1.0]} won, {results[0.5]} drawn, {results[0.0]} lost; {turns:.0f} turns a game"
    )
