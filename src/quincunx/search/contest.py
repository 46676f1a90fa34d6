"""Matches between bots: many games on all cores, every opening played from both sides."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass

from quincunx.core.game import Game
from quincunx.core.random import Random
from quincunx.core.state import State
from quincunx.search.agent import Agent, Budget
from quincunx.search.alphabeta import AlphaBeta
from quincunx.search.bots import bot
from quincunx.search.table import Table

OPENING_TURNS = 6
OPENING_NODES = 2000  # of the search that says whether an opening is fair
FAIR = 60  # hundredths of a plain piece either way
OPENING_TRIES = 30


@dataclass(frozen=True)
class Contest:
    """Two bots, by name, and what they play: so much time a turn, openings by seed."""

    game: Game
    bots: tuple[str, str]
    seconds: float = 0.1
    seed: int = 1


@dataclass(frozen=True)
class Played:
    """One game: who was player 0 (number of the bot), the first bot's result (1, ½ or 0), its turns and its reason."""

    first: int
    result: float
    turns: int
    reason: str


Pair = tuple[Played, Played]


def opening(game: Game, seed: int) -> State:
    """A position after a few random turns that a short search finds fair; as fair as can be found in some tries."""
    candidates = (_random_opening(game, Random((seed << 8) + number)) for number in range(OPENING_TRIES))
    judged = []
    for state in candidates:
        unfair = abs(_judge(state))
        if unfair <= FAIR:
            return state
        judged.append((unfair, state))
    return min(judged, key=lambda pair: pair[0])[1]


def _random_opening(game: Game, random: Random) -> State:
    state = game.start()
    while state.turn < OPENING_TURNS and not state.over:
        actions = state.legal_actions()
        state.apply(actions[random.below(len(actions))])
    if state.over:
        state.undo()
    return state


def _judge(state: State) -> int:
    search = AlphaBeta(state, state.game.spec.evaluator(state.game), Table(1))
    search.run(10.0, most_nodes=OPENING_NODES)
    return search.lines(1)[0].score


def play_out(state: State, players: tuple[Agent, Agent], budget: Budget) -> State:
    """Let two agents play the game to its end."""
    while not state.over:
        state.apply(players[state.to_move].choose(state, budget))
    return state


def play_pair(contest: Contest, number: int) -> Pair:
    """Two games from one opening, each bot once on each side."""
    start = opening(contest.game, contest.seed + number)
    return _play_one(contest, number, start, 0), _play_one(contest, number, start, 1)


def _play_one(contest: Contest, number: int, start: State, first: int) -> Played:
    seeds = (2 * (contest.seed + number), 2 * (contest.seed + number) + 1)
    agents = [bot(name, contest.game, seed) for name, seed in zip(contest.bots, seeds, strict=True)]
    state = play_out(start.copy(), (agents[first], agents[1 - first]), Budget(contest.seconds))
    outcome = state.outcome()
    assert outcome is not None
    result = 0.5 if outcome.winner is None else float((outcome.winner == 0) == (first == 0))
    return Played(first, result, state.turn, outcome.reason)


def play_match(contest: Contest, games: int, workers: int | None = None) -> Iterator[Pair]:
    """The pairs of games, as they are done; an odd number of games is rounded up."""
    pairs = (games + 1) // 2
    if workers == 1:
        yield from (play_pair(contest, number) for number in range(pairs))
        return
    yield from _in_processes([(contest, number) for number in range(pairs)], workers or os.cpu_count() or 1)


def _in_processes(tasks: list[tuple[Contest, int]], workers: int) -> Iterator[Pair]:
    pool = ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"))
    try:
        for future in as_completed([pool.submit(play_pair, *task) for task in tasks]):
            yield future.result()
    finally:
        pool.shutdown(cancel_futures=True)
