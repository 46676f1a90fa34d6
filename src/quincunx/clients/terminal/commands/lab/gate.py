"""`quincunx lab gate`: plays a new network against another evaluation until it is clear whether it is stronger."""

from __future__ import annotations

import argparse
import shutil
import sys
from datetime import UTC, datetime
from pathlib import Path

from quincunx.clients.terminal.commands.match import pair_score
from quincunx.clients.terminal.input.game_options import add_game_options, named_game
from quincunx.clients.terminal.input.parser import Parser
from quincunx.clients.terminal.input.values import count, seconds, whole
from quincunx.clients.terminal.text.progress import Bar
from quincunx.core.evaluation import CLASSIC, FOLDER, SHIPPED, evaluator_of
from quincunx.core.game import Game
from quincunx.search.learning.card import Match, read_card, with_match, write_card
from quincunx.search.learning.sprt import RatioTest
from quincunx.search.tournament import Contest, Openings, Pair, play_match

BOT = "alphabeta"
TOLD = 25  # pairs between lines with the score so far


def add_arguments(parser: Parser) -> None:
    """Add the command's arguments."""
    parser.set_defaults(run=_gate)
    parser.add_argument("game", metavar="GAME", help="a game's key; see quincunx games")
    parser.add_argument("new", metavar="NEW", type=Path, help="a network from quincunx lab train")
    parser.add_argument("old", metavar="OLD", help=f"{CLASSIC}, {SHIPPED}, or the file of another network")
    add_game_options(parser)
    parser.add_argument("--seconds", type=seconds, default=0.1, help="seconds for each turn (default: 0.1)")
    parser.add_argument("--games", type=whole(2), default=1000, help="number of games, at most (default: 1000)")
    parser.add_argument("--least", type=whole(2), default=100, help="number of games, at least (default: 100)")
    parser.add_argument(
        "--elo", type=whole(1, 500), default=30, help="an improvement that must not be missed (default: 30)"
    )
    parser.add_argument("--seed", type=count, default=1, help="seed of openings (default: 1)")
    parser.add_argument("--workers", type=count, default=0, help="number of processes (default: one per core)")
    parser.add_argument(
        "--keep", metavar="FOLDER", type=Path, help="if it is stronger, copy it to FOLDER/FAMILY/networks"
    )


def _gate(arguments: argparse.Namespace) -> None:
    game, new = named_game(arguments), arguments.new
    for evaluation in (str(new), arguments.old):
        evaluator_of(game, evaluation)  # refuse a network that does not fit here, not in another process
    openings = Openings(judge=str(new))  # fair in the eyes of the new network: the old one may know no better
    evaluations = (str(new), arguments.old)
    contest = Contest(game, (BOT, BOT), arguments.seconds, arguments.seed, openings, evaluations)
    test = RatioTest(highest=arguments.elo)
    pairs = _played(contest, test, arguments)
    if not pairs:
        return
    print(told(pairs, test))
    stronger = test.verdict(_results(pairs)) is True
    print("stronger" if stronger else "not shown to be stronger")
    _note(new, arguments, pairs)
    if stronger and arguments.keep:
        _keep(game, new, arguments.keep)


def _played(contest: Contest, test: RatioTest, arguments: argparse.Namespace) -> list[Pair]:
    """Play until the test has a verdict; Ctrl-C ends it, and the games so far count."""
    pairs: list[Pair] = []
    try:
        with Bar(arguments.games, "games") as bar:
            for pair in play_match(contest, arguments.games, arguments.workers):
                pairs.append(pair)
                bar.step(2, told(pairs, test))
                if len(pairs) % TOLD == 0:
                    print(told(pairs, test), flush=True)
                if 2 * len(pairs) >= arguments.least and test.verdict(_results(pairs)) is not None:
                    break
    except KeyboardInterrupt:
        print("stopped early", file=sys.stderr)
    return pairs


def _results(pairs: list[Pair]) -> list[float]:
    return [(one.result + other.result) / 2 for one, other in pairs]


def told(pairs: list[Pair], test: RatioTest) -> str:
    """The score so far, with the rating difference and the state of the test."""
    found = pair_score(pairs)
    low, high = found.elo_range
    return (
        f"{2 * len(pairs)} games: {found.mean:.1%} ± {found.error:.1%},"
        f" Elo {found.elo:+.0f} ({low:+.0f} to {high:+.0f}),"
        f" ratio {test.ratio(_results(pairs)):+.2f} of ±{test.bound:.2f}"
    )


def _note(new: Path, arguments: argparse.Namespace, pairs: list[Pair]) -> None:
    """Add the match to the network's card, if it has one."""
    path, found = new.with_suffix(".toml"), pair_score(pairs)
    if not path.is_file():
        return
    against = arguments.old if arguments.old in (CLASSIC, SHIPPED) else Path(arguments.old).name
    score, error = round(found.mean, 4), round(found.error, 4)
    today = datetime.now(UTC).date().isoformat()
    match = Match(against, arguments.seconds, 2 * len(pairs), score, error, today)
    path.write_text(write_card(with_match(read_card(path), match)), encoding="utf-8")


def _keep(game: Game, new: Path, folder: Path) -> None:
    """Copy the network and its card to where the game's data is."""
    place = folder / game.spec.package.rpartition(".")[2] / FOLDER
    place.mkdir(parents=True, exist_ok=True)
    for file in (new, new.with_suffix(".toml")):
        if file.is_file():
            shutil.copyfile(file, place / f"{game.key}{file.suffix}")
    print(f"kept in {place}")
