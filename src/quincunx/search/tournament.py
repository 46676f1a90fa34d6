"""Matches between bots: many games on all cores, with every opening played from both sides."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from quincunx.core.evaluation import CLASSIC, SHIPPED, evaluator_of
from quincunx.core.game import Game
from quincunx.core.random import Random
from quincunx.core.state import State
from quincunx.search.agent import Agent, Budget
from quincunx.search.alphabeta import AlphaBeta
from quincunx.search.bots import bot
from quincunx.search.process_pool import in_processes
from quincunx.search.transposition_table import TranspositionTable

OPENING_NODES = 2000  # for the search that determines whether an opening is fair
OPENING_TRIES = 30


@dataclass(frozen=True)
class Openings:
    """The number of random turns, and the most by which a short search may find either side ahead (`fair`).

    The search judges by an evaluation (`judge`): usually the classic one, so that a seed keeps its openings.
    """

    turns: int = 6
    fair: float = 60
    judge: str = CLASSIC


FAIR = Openings()
ANY = Openings(turns=4, fair=math.inf)


@dataclass(frozen=True)
class Contest:
    """Two bots, by name, and the terms of their games: the game, the time per turn, the seed and the openings.

    Each bot has an evaluation: see `core/evaluation.py`.
    """

    game: Game
    bots: tuple[str, str]
    seconds: float = 0.1
    seed: int = 1
    openings: Openings = FAIR
    evaluations: tuple[str, str] = (SHIPPED, SHIPPED)


@dataclass(frozen=True)
class Played:
    """One game: the number of the bot that was player 0, the first bot's result (1, ½ or 0), the turns, the reason."""

    first: int
    result: float
    turns: int
    reason: str


Pair = tuple[Played, Played]


def opening(game: Game, seed: int, openings: Openings = FAIR) -> State:
    """A fair position after a few random turns, or the fairest one found in a number of tries."""
    judged = []
    for number in range(OPENING_TRIES):
        state = _random_opening(game, Random((seed << 8) + number), openings.turns)
        unfair = 0 if math.isinf(openings.fair) else abs(_judge(state, openings.judge))
        if unfair <= openings.fair:
            return state
        judged.append((unfair, state))
    return min(judged, key=lambda pair: pair[0])[1]


def _random_opening(game: Game, random: Random, turns: int) -> State:
    state = game.start()
    while state.turn < turns and not state.over:
        actions = state.legal_actions()
        state.apply(actions[random.below(len(actions))])
    if state.over:
        state.undo()
    return state


def _judge(state: State, evaluation: str) -> int:
    """The score of a short search."""
    search = AlphaBeta(state, evaluator_of(state.game, evaluation), TranspositionTable(1))
    search.run(10.0, most_nodes=OPENING_NODES)
    return search.lines(1)[0].score


def play_out(state: State, players: tuple[Agent, Agent], budget: Budget) -> State:
    """Let two agents play the game to its end, and return the final state."""
    while not state.over:
        state.apply(players[state.to_move].choose(state, budget))
    return state


def play_pair(contest: Contest, number: int) -> Pair:
    """Play two games from one opening, with each bot once on each side."""
    start = opening(contest.game, contest.seed + number, contest.openings)
    return _play_one(contest, number, start, 0), _play_one(contest, number, start, 1)


def _play_one(contest: Contest, number: int, start: State, first: int) -> Played:
    seeds = (2 * (contest.seed + number), 2 * (contest.seed + number) + 1)
    players = zip(contest.bots, seeds, contest.evaluations, strict=True)
    agents = [bot(name, contest.game, seed, evaluation=evaluation) for name, seed, evaluation in players]
    state = play_out(start.copy(), (agents[first], agents[1 - first]), Budget(contest.seconds))
    outcome = state.outcome()
    assert outcome is not None
    result = 0.5 if outcome.winner is None else float((outcome.winner == 0) == (first == 0))
    return Played(first, result, state.turn, outcome.reason)


def play_match(contest: Contest, games: int, workers: int = 0) -> Iterator[Pair]:
    """Play pairs of games; yields them as they are completed. An odd number of games is rounded up."""
    tasks = [(contest, number) for number in range((games + 1) // 2)]
    return in_processes(_play_task, tasks, workers)


def _play_task(task: tuple[Contest, int]) -> Pair:
    return play_pair(*task)


def play_once(contest: Contest, games: int, workers: int = 0) -> Iterator[Played]:
    """Play single games, each from a different opening, with the first bot as player 0; yields them when completed.

    This is for two identical bots, for which swapping sides gives no new information.
    """
    return in_processes(_play_single, [(contest, number) for number in range(games)], workers)


def _play_single(task: tuple[Contest, int]) -> Played:
    contest, number = task
    return _play_one(contest, number, opening(contest.game, contest.seed + number, contest.openings), 0)
