"""Strength of the bots: matches from fair random openings, each played from both sides, at the same time a turn.

    python bench/strength.py [--games N] [--seconds S] [--seed K] [TRIAL ...]

A trial is named by what is played and against whom; a part of a name chooses all trials that have it. One game at a
time, one thread each, and only one player thinks at a time.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

import quincunx
from quincunx import Game, State
from quincunx.search.agent import Agent, Budget
from quincunx.search.bots import bot
from quincunx.search.contest import opening, play_out
from quincunx.search.score import Score, score

Opponent = Callable[[Game, int], Agent]  # made for a game, from a seed


@dataclass(frozen=True)
class Trial:
    """Our bot, whom it meets, and the score it should reach."""

    game: Game
    ours: str
    opponent: Opponent
    target: float


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("trials", nargs="*", metavar="TRIAL", help="only trials with this in their names")
    parser.add_argument("--games", type=int, default=100, help="for each trial (default: 100)")
    parser.add_argument("--seconds", type=float, default=0.2, help="for each turn (default: 0.2)")
    parser.add_argument("--seed", type=int, default=1, help="of openings and bots (default: 1)")
    arguments = parser.parse_args()
    chosen = {name: trial for name, trial in trials().items() if wanted(name, arguments.trials)}
    if not chosen:
        parser.error(f"there is no such trial; expected parts of {', '.join(trials())}")
    for name, trial in chosen.items():
        run(name, trial, arguments.games, Budget(arguments.seconds), arguments.seed)


def wanted(name: str, parts: list[str]) -> bool:
    return not parts or any(part in name for part in parts)


def run(name: str, trial: Trial, games: int, budget: Budget, seed: int) -> None:
    """Play a trial; the score so far stands in the last line all the time."""
    results: list[float] = []
    for result in pairs(trial, (games + 1) // 2, budget, seed):
        results.append(result)
        print(f"\r{row(name, trial, score(results), 2 * len(results))}", end="", flush=True)
    print()


def row(name: str, trial: Trial, reached: Score, games: int) -> str:
    verdict = "reached" if reached.mean >= trial.target else "missed"
    return (
        f"{name:34} {trial.ours:8} {games:>4} games  {reached.mean:6.1%} ±{reached.error:5.1%}"
        f"  target {trial.target:.0%} {verdict:7}"
    )


def pairs(trial: Trial, count: int, budget: Budget, seed: int) -> Iterator[float]:
    """The mean results of our bot, each of two games from one opening."""
    for number in range(seed, seed + count):
        start = opening(trial.game, number)
        yield sum(result(trial, start, side, budget, number) for side in (0, 1)) / 2


def result(trial: Trial, start: State, side: int, budget: Budget, seed: int) -> float:
    """1, ½ or 0 for our bot, on its side of one game."""
    ours, theirs = bot(trial.ours, trial.game, seed), trial.opponent(trial.game, seed)
    state = play_out(start.copy(), (ours, theirs) if side == 0 else (theirs, ours), budget)
    outcome = state.outcome()
    assert outcome is not None
    return 0.5 if outcome.winner is None else float(outcome.winner == side)


# -- opponents --


def own(name: str) -> Opponent:
    """A bot of ours."""
    return partial(bot, name)


class OpenSpielAgent:
    """OpenSpiel's Monte Carlo tree search in C++ with random rollouts, for a game whose moves it writes as we do."""

    name = "OpenSpiel MCTS"

    def __init__(self, peer: str, game: Game, seed: int) -> None:
        import pyspiel

        self.spiel = pyspiel
        self.peer = pyspiel.load_game(peer)
        self.seed = seed

    def choose(self, state: State, budget: Budget) -> int:
        """The action it would play, in the time of the budget."""
        position = self.position(state)
        bot = self.spiel.MCTSBot(
            self.peer,
            self.spiel.RandomRolloutEvaluator(1, self.seed + state.ply),
            uct_c=2.0,
            max_simulations=10_000_000,
            max_memory_mb=500,
            solve=True,
            seed=self.seed + state.ply,
            verbose=False,
            max_wall_clock_time=budget.seconds,
        )
        return state.parse(position.action_to_string(bot.step(position)))

    def position(self, state: State):  # type: ignore[no-untyped-def]  # OpenSpiel is an optional part
        """The same position there, by its history."""
        ours, theirs = state.game.start(), self.peer.new_initial_state()
        for action in state.actions():
            theirs.apply_action(theirs.string_to_action(ours.text(action)))
            ours.apply(action)
        return theirs

    def stop(self) -> None:
        """It keeps to its time."""


def openspiel(peer: str) -> Opponent:
    """OpenSpiel, under its own name for the game."""
    return partial(OpenSpielAgent, peer)


def trials() -> dict[str, Trial]:
    """By name: every rule set against our own yardsticks, and games that others play too."""
    found = {}
    for key, spec in quincunx.games().items():
        for rule_set in spec.rule_sets:
            game = quincunx.game(key, rule_set.name)
            found[f"{key}-{rule_set.name}-random"] = Trial(game, "level 1", own("random"), 0.85)
            found[f"{key}-{rule_set.name}-rollouts"] = Trial(game, "level 8", own("rollouts"), 0.97)
    othello = quincunx.game("flipflop", "othello")
    found["flipflop-othello-openspiel"] = Trial(othello, "level 8", openspiel("othello"), 0.95)
    return found


if __name__ == "__main__":
    main()
