"""Confirming a puzzle by independent new searches: it is kept only if they agree."""

from __future__ import annotations

from itertools import chain

from quincunx.core.game import Game
from quincunx.notation.puzzle import Puzzle, played
from quincunx.search.uniqueness import OPEN, WINNING, Chooser

DEEPER = 4  # factor for the nodes with which it was found
END_NODES = 20_000
MEGABYTES = 16


def is_only(game: Game, puzzle: Puzzle, nodes: int) -> bool:
    """Whether the first turn is the only one that reaches the goal, according to a deeper search than before."""
    start = game.position(puzzle.position)
    choice = Chooser(game, MEGABYTES).choose(start, DEEPER * nodes)
    reaches = choice.wins_alone if puzzle.goal == "win" else choice.saves_alone
    return reaches and choice.turn.key == played(start, puzzle.solution[0]).key


def keeps_promise(game: Game, puzzle: Puzzle) -> bool:
    """Whether the solver reaches the goal (to win or be winning, or to hold the game) after the whole solution."""
    start = game.position(puzzle.position)
    end = played(start, chain.from_iterable(puzzle.solution))
    outcome = end.outcome()
    if outcome is not None:
        return outcome.winner == start.to_move or (outcome.winner is None and puzzle.goal == "save")
    score = -Chooser(game, MEGABYTES).best(end, END_NODES)[0].score
    return score >= (WINNING if puzzle.goal == "win" else -OPEN)
