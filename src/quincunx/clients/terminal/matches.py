"""`quincunx match`: bots against each other."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from typing import TYPE_CHECKING

from quincunx.clients.terminal.arguments import add_command, add_game_options, count, named_game, seconds, whole
from quincunx.clients.terminal.progress import Bar
from quincunx.search.bots import bot
from quincunx.search.contest import Contest, Pair, Played, play_match
from quincunx.search.score import Score, score

if TYPE_CHECKING:
    from quincunx.clients.terminal.arguments import Commands

IN_PAIRS = "in pairs from one opening: an odd number is made even"


def add_match(commands: Commands) -> None:
    """The command's arguments."""
    match = add_command(commands, "match", _match, "let two bots play each other on all cores, both sides alike")
    match.add_argument("bots", metavar="BOT", nargs=2, help="random, 'level 1' to 'level 8', rollouts, mcts, alphabeta")
    match.add_argument("--game", metavar="G", required=True, help="a game's key; see quincunx games")
    add_game_options(match)
    match.add_argument("--games", type=whole(2), default=100, help=f"how many, {IN_PAIRS} (default: 100)")
    match.add_argument("--seconds", type=seconds, default=0.1, help="for each turn (default: 0.1)")
    match.add_argument("--seed", type=count, default=1, help="of openings and bots (default: 1)")
    match.add_argument("--workers", type=count, default=0, help="processes (default: one a core)")


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
    bar = Bar(games, "games")
    try:
        for pair in play_match(contest, games, workers):
            pairs.append(pair)
            bar.step(2, f"score {pair_score(pairs).mean:.3f}")
    except KeyboardInterrupt:
        print("\nstopped early", file=sys.stderr)
    bar.close()
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
