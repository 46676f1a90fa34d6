"""Self-play for training: games of a bot against itself, with the score that the search gave each position."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from quincunx.core.evaluation import evaluator_of
from quincunx.core.evaluator import Evaluator
from quincunx.core.game import Game
from quincunx.core.random import Random
from quincunx.core.state import State
from quincunx.search.alphabeta import AlphaBeta
from quincunx.search.chances import SURE
from quincunx.search.learning.samples import Samples, packed
from quincunx.search.process_pool import in_processes
from quincunx.search.root import Line
from quincunx.search.tournament import FAIR, Openings, opening
from quincunx.search.transposition_table import TranspositionTable
from quincunx.search.tuning import whim

TURNS = (2, 14)  # random turns of openings that may be unfair
FAIR_OPENINGS = 4  # one opening in this many is fair
WHIMS = 25  # one action in this many is random, so that games differ
HANDICAPS = (4, 8)  # times the nodes of a side that gets more of them
LONGEST = 400  # turns; a longer game counts as drawn
MOST_SECONDS = 60.0  # for one search
UTMOST = 20_000  # the score of a proven win in a file


@dataclass(frozen=True)
class Task:
    """One game of self-play: the number of nodes for each turn, and the side that gets more in half of the games."""

    game: Game
    evaluation: str
    nodes: int
    helped: int | None
    seed: int
    number: int


def play(tasks: Iterable[Task], workers: int) -> Iterator[tuple[int, bytes, int]]:
    """Play games in processes; yields each game's number, its block for a file, and how many positions it has."""
    return in_processes(played, tasks, workers)


def played(task: Task) -> tuple[int, bytes, int]:
    """Play one game."""
    samples = play_game(task)
    return task.number, packed(samples), len(samples.movers)


def play_game(task: Task) -> Samples:
    """Play one game, and return its calm positions. It ends when a search has proven a win."""
    random = Random(task.seed + task.number)
    state = opening(task.game, task.seed + task.number, _openings(random))
    evaluator, table = evaluator_of(task.game, task.evaluation), TranspositionTable(1)
    nodes = _nodes(task, random)
    samples, line = Samples(), None
    while not state.over and state.turn < LONGEST:
        line = _searched(state, evaluator, table, nodes[state.to_move])
        if is_calm(state, evaluator, line):
            score = UTMOST if line.score > SURE else -UTMOST if line.score < -SURE else line.score
            score = max(-UTMOST, min(UTMOST, score))
            samples.add(state.to_move, score, evaluator.listed_inputs(state), evaluator.listed(state))
        if abs(line.score) > SURE:
            break
        state.apply(whim(state, random) if random.below(WHIMS) == 0 else line.action)
    samples.result = _result(state, line)
    return samples


def _openings(random: Random) -> Openings:
    if random.below(FAIR_OPENINGS) == 0:
        return FAIR
    least, most = TURNS
    return Openings(least + random.below(most - least), math.inf)


def _nodes(task: Task, random: Random) -> tuple[int, int]:
    """Return the number of nodes of each side."""
    factors = [1, 1]
    if task.helped is not None and random.below(2):
        factors[task.helped] = HANDICAPS[random.below(len(HANDICAPS))]
    return task.nodes * factors[0], task.nodes * factors[1]


def _searched(state: State, evaluator: Evaluator, table: TranspositionTable, nodes: int) -> Line:
    search = AlphaBeta(state, evaluator, table)
    search.run(MOST_SECONDS, most_nodes=nodes)
    return search.lines(1)[0]


def is_calm(state: State, evaluator: Evaluator, line: Line) -> bool:
    """Return whether the position can be judged without a search: nothing is forced, and the best action is quiet."""
    return evaluator.is_settled(state) and evaluator.gain_of(state, line.action) <= 0


def _result(state: State, line: Line | None) -> float:
    """The result for player 0; a proven win counts as won."""
    outcome = state.outcome()
    if outcome is not None:
        return 0.5 if outcome.winner is None else float(outcome.winner == 0)
    if line is None or abs(line.score) <= SURE:
        return 0.5
    return float((line.score > 0) == (state.to_move == 0))


def tasks_from(first: Task, numbers: Iterable[int]) -> Iterator[Task]:
    """Yield a task for each number, alike in everything else."""
    return (replace(first, number=number) for number in numbers)
