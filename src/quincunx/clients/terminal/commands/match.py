"""`quincunx match`: plays bots against each other."""

from __future__ import annotations

import argparse
import math
import sys
from collections import Counter

from quincunx.clients.language import t
from quincunx.clients.terminal.input.game_options import add_game_options, named_game
from quincunx.clients.terminal.input.parser import Parser, add_language
from quincunx.clients.terminal.input.self_play import EVALUATIONS
from quincunx.clients.terminal.input.values import count, seconds, whole
from quincunx.clients.terminal.text.messages import decimals, number
from quincunx.clients.terminal.text.progress import Bar
from quincunx.core.evaluation import SHIPPED
from quincunx.search.bots import bot
from quincunx.search.score import Score, score
from quincunx.search.tournament import Contest, Pair, Played, play_match

IN_PAIRS = "in pairs that share an opening; an odd number is rounded up"


def add_arguments(parser: Parser) -> None:
    """Add the command's arguments."""
    parser.set_defaults(run=_match)
    parser.add_argument("first", metavar="BOT1", help="random, 'level 1' to 'level 8', rollouts, mcts, alphabeta")
    parser.add_argument("second", metavar="BOT2", help="the bot to play against, one of the same")
    parser.add_argument("--game", metavar="G", required=True, help="a game's key; see quincunx games")
    add_game_options(parser)
    parser.add_argument("--games", type=whole(2), default=100, help=f"number of games, {IN_PAIRS} (default: 100)")
    parser.add_argument("--seconds", type=seconds, default=0.1, help="seconds for each turn (default: 0.1)")
    parser.add_argument("--seed", type=count, default=1, help="seed of openings and bots (default: 1)")
    parser.add_argument(
        "--evaluation",
        metavar="E",
        action="append",
        help=f"{EVALUATIONS}; may be repeated, for the second bot (default: {SHIPPED})",
    )
    parser.add_argument("--workers", type=count, default=0, help="number of processes (default: one per core)")
    add_language(parser)


def _match(arguments: argparse.Namespace) -> None:
    game = named_game(arguments)
    bots, evaluations = (arguments.first, arguments.second), _evaluations(arguments.evaluation)
    for name, evaluation in zip(bots, evaluations, strict=True):
        bot(name, game, evaluation=evaluation)  # refuse an unknown bot here, not in another process
    contest = Contest(game, bots, arguments.seconds, arguments.seed, evaluations=evaluations)
    pairs = played_pairs(contest, evened(arguments.games), arguments.workers)
    if pairs:
        print(report(contest, pairs))


def _evaluations(given: list[str]) -> tuple[str, str]:
    """The evaluation of each bot: given once for both, or twice."""
    first, *rest = given or [SHIPPED]
    return first, rest[0] if rest else first


def evened(games: int) -> int:
    """Round up to an even number of games, with a message if it changes."""
    if games % 2 == 0:
        return games
    print(t("commands.match.pairs", count=games + 1, asked=games), file=sys.stderr)
    return games + 1


def played_pairs(contest: Contest, games: int, workers: int) -> list[Pair]:
    """Play with a progress bar; Ctrl-C ends it, and the games so far count."""
    pairs: list[Pair] = []
    try:
        with Bar(games, t("commands.match.games")) as bar:
            for pair in play_match(contest, games, workers):
                pairs.append(pair)
                bar.step(2, t("commands.match.score_so_far", score=decimals(pair_score(pairs).mean, ".3f")))
    except KeyboardInterrupt:
        print(t("commands.program.stopped_early"), file=sys.stderr)
    return pairs


def pair_score(pairs: list[Pair]) -> Score:
    """The first bot's score."""
    return score([(one.result + other.result) / 2 for one, other in pairs])


def report(contest: Contest, pairs: list[Pair]) -> str:
    """The result as text."""
    games = [game for pair in pairs for game in pair]
    found = pair_score(pairs)
    reasons = Counter(game.reason for game in games).most_common()
    sentences = contest.game.spec.reason_rules
    return "\n".join(
        [
            t(
                "commands.match.contest",
                first=contest.bots[0],
                second=contest.bots[1],
                game=contest.game.spec.title,
                seconds=number(contest.seconds),
                seed=contest.seed,
            ),
            _tally(games),
            _scored(found),
            *(t("commands.match.ended", count=count, reason=sentences[reason][1]) for reason, count in reasons),
        ]
    )


def _scored(found: Score) -> str:
    """The score, and the difference in Elo if so many games have been played that it has limits."""
    score = f"{decimals(found.mean, '.1%')} ± {decimals(found.error, '.1%')}"
    low, high = found.elo_range
    if math.isinf(low) or math.isinf(high):
        return t("commands.match.score_alone", score=score)
    return t("commands.match.score", score=score, elo=f"{found.elo:+z.0f}", low=f"{low:+z.0f}", high=f"{high:+z.0f}")


def _tally(games: list[Played]) -> str:
    results = Counter(game.result for game in games)
    turns = sum(game.turns for game in games) / len(games)
    return t(
        "commands.match.tally",
        count=len(games),
        won=results[1.0],
        drawn=results[0.5],
        lost=results[0.0],
        turns=f"{turns:.0f}",
    )
