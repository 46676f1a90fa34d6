"""Strength of the bots: matches from fair random openings, each played from both sides, with the same time per turn.

    python bench/strength.py [--games N] [--seconds S] [--seed K] [--workers W] [TRIAL ...]

A trial is named after the game and the opponent; part of a name selects all trials that contain it. Each player has one
thread, and only one of the two thinks at a time; as many games run at once as there are workers. Ctrl-C ends a trial,
and the games played so far count. Chess needs Stockfish (Debian's package `stockfish`).
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import quincunx
from opponents import DrawnElsewhere, OpenSpiel, Stockfish
from quincunx import Game, State
from quincunx.search.agent import Agent, Budget
from quincunx.search.bots import bot
from quincunx.search.process_pool import in_processes
from quincunx.search.score import Score, score
from quincunx.search.tournament import opening, play_out

Opponent = Callable[[Game, int], Agent]  # creates the agent for a game, from a seed


@dataclass(frozen=True)
class Trial:
    """Our bot, its opponent, and the score it should reach."""

    game: Game
    ours: str
    opponent: Opponent
    target: float


@dataclass(frozen=True)
class Task:
    """Two games of a trial from one opening."""

    trial: Trial
    seconds: float
    seed: int


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("trials", nargs="*", metavar="TRIAL", help="only trials with this in their names")
    parser.add_argument("--games", type=int, default=100, help="for each trial (default: 100)")
    parser.add_argument("--seconds", type=float, default=0.2, help="for each turn (default: 0.2)")
    parser.add_argument("--seed", type=int, default=1, help="of openings and bots (default: 1)")
    parser.add_argument("--workers", type=int, default=0, help="processes (default: one a core)")
    arguments = parser.parse_args()
    chosen = {name: trial for name, trial in trials().items() if wanted(name, arguments.trials)}
    if not chosen:
        parser.error(f"there is no such trial; expected parts of {', '.join(trials())}")
    for name, trial in chosen.items():
        seeds = range(arguments.seed, arguments.seed + (arguments.games + 1) // 2)
        run(name, trial, [Task(trial, arguments.seconds, seed) for seed in seeds], arguments.workers)


def wanted(name: str, parts: list[str]) -> bool:
    return not parts or any(part in name for part in parts)


def run(name: str, trial: Trial, tasks: list[Task], workers: int) -> None:
    """Play a trial; the last line always shows the score so far."""
    results: list[float] = []
    try:
        for result in in_processes(play_pair, tasks, workers):
            results.append(result)
            print(f"\r{row(name, trial, score(results), 2 * len(results))}", end="", flush=True)
    except KeyboardInterrupt:
        print(" stopped early", end="")
    print()


def row(name: str, trial: Trial, reached: Score, games: int) -> str:
    verdict = "reached" if reached.mean >= trial.target else "missed"
    return (
        f"{name:34} {trial.ours:9} {games:>4} games  {reached.mean:6.1%} ±{reached.error:5.1%}"
        f"  target {trial.target:.0%} {verdict:7}"
    )


def play_pair(task: Task) -> float:
    """The mean result of our bot in two games from one opening."""
    start = opening(task.trial.game, task.seed)
    return sum(play_one(task, start, side) for side in (0, 1)) / 2


def play_one(task: Task, start: State, side: int) -> float:
    """1, ½ or 0 for our bot, on its side of one game."""
    trial = task.trial
    ours, theirs = bot(trial.ours, trial.game, task.seed), trial.opponent(trial.game, task.seed)
    try:
        state = play_out(start.copy(), (ours, theirs) if side == 0 else (theirs, ours), Budget(task.seconds))
    except DrawnElsewhere:
        return 0.5
    finally:
        getattr(theirs, "close", lambda: None)()
    outcome = state.outcome()
    assert outcome is not None
    return 0.5 if outcome.winner is None else float(outcome.winner == side)


def trials() -> dict[str, Trial]:
    """All trials by name: every game against our own reference bots, and games that others play too."""
    found = {}
    for key in quincunx.games():
        game = quincunx.game(key)
        found[f"{key}-random"] = Trial(game, "level 1", partial(bot, "random"), 0.85)
        found[f"{key}-rollouts"] = Trial(game, "level 8", partial(bot, "rollouts"), 0.97)
        found[f"{key}-mcts"] = Trial(game, "alphabeta", partial(bot, "mcts"), 0.5)
    othello = quincunx.game("othello")
    draughts = quincunx.game("draughts", quiet=40)  # the limit closest to OpenSpiel's draw rule
    found["othello-openspiel"] = Trial(othello, "level 8", partial(OpenSpiel, "othello"), 0.95)
    found["draughts-openspiel"] = Trial(draughts, "level 8", partial(OpenSpiel, "checkers"), 0.95)
    chess = quincunx.game("chess")
    found["chess-stockfish"] = Trial(chess, "level 8", partial(Stockfish, 1800), 0.6)
    return found


if __name__ == "__main__":
    main()
