"""Whether a position has a single best turn, and by how much it is better than any other turn.

A turn of several actions is one decision. Different orders of actions that reach the same position are the same turn,
so turns are identified by the position in which they end.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from quincunx.core.evaluation import evaluator_of
from quincunx.core.evaluator import Evaluator
from quincunx.core.game import Game
from quincunx.core.state import State
from quincunx.search.alphabeta import AlphaBeta
from quincunx.search.chances import SURE
from quincunx.search.root import Line
from quincunx.search.transposition_table import TranspositionTable

LOWEST = -200_000
DEEPEST = 60  # turns
UNIT = 200  # the score for an expected result of 73 %
FOREVER = 1e9  # seconds: these searches are limited by nodes, so that they give the same results on every machine
WINNING = 300  # an expected result of 82 %: about three ordinary pieces ahead
LEVEL = 80  # 60 %: up to 80 is not yet winning; below -80 the game is no longer held
OPEN = 250  # 78 %: replaces LEVEL if the turn to compare with is a proven win or loss, which leaves no doubt


@dataclass(frozen=True)
class FoundTurn:
    """The actions of one turn, and the key of the position in which it ends."""

    actions: tuple[int, ...]
    key: int


@dataclass(frozen=True)
class Choice:
    """The best turn, its score, and the score of the best other turn (the rival), for the player to move."""

    turn: FoundTurn
    score: int
    rival: int

    @property
    def wins_alone(self) -> bool:
        """Whether this is the only turn that wins."""
        return self.score >= WINNING and self.rival <= (OPEN if self.score > SURE else LEVEL)

    @property
    def saves_alone(self) -> bool:
        """Whether this turn holds the game, and every other turn loses it."""
        least = -OPEN if self.rival < -SURE else -LEVEL
        return least <= self.score < WINNING and self.rival <= -WINNING

    @property
    def is_alone(self) -> bool:
        """Whether this is the only turn that wins, or the only one that saves the game."""
        return self.wins_alone or self.saves_alone

    @property
    def is_moot(self) -> bool:
        """Whether there is nothing to find: even the second-best turn wins, or even the best one loses."""
        return self.rival >= WINNING or self.score <= -WINNING

    @property
    def gap(self) -> float:
        """How much worse the best other turn is, in the expected result."""
        return expected(self.score) - expected(self.rival)

    @property
    def is_proven(self) -> bool:
        """Whether the turn is a proven win."""
        return self.score > SURE


def expected(score: int) -> float:
    """The expected result for a score, between 0 and 1."""
    return 1 / (1 + math.exp(-max(-6_000, min(6_000, score)) / UNIT))


def first_turn(state: State, line: Line) -> FoundTurn:
    """The turn with which a line of play begins."""
    ahead = state.copy()
    played = []
    for action in line.actions:
        ahead.apply(action)
        played.append(action)
        if ahead.over or ahead.to_move != state.to_move:
            break
    return FoundTurn(tuple(played), ahead.key)


class Chooser:
    """Finds the best turns in positions of one game, with a shared table."""

    def __init__(self, game: Game, megabytes: int = 8, evaluator: Evaluator | None = None) -> None:
        self._game = game
        self.evaluator = evaluator or evaluator_of(game)
        self._table = TranspositionTable(megabytes)

    def renewed(self, megabytes: int) -> Chooser:
        """A new chooser with an empty table."""
        return Chooser(self._game, megabytes, self.evaluator)

    def choose(self, state: State, nodes: int) -> Choice:
        """The best turn and its rival, with a limit of nodes for each of the turn's actions."""
        search = self._search(state, nodes, 2)
        best = search.lines(1)[0]
        turn = first_turn(state, best)
        return Choice(turn, best.score, self._rival(state, search, turn.key, nodes))

    def best(self, state: State, nodes: int, depth: int = DEEPEST, lines: int = 1) -> list[Line]:
        """The best lines, with limits of nodes and depth in turns."""
        return self._search(state, nodes, lines, depth).lines(lines)

    def _search(self, state: State, nodes: int, lines: int, depth: int = DEEPEST) -> AlphaBeta:
        search = AlphaBeta(state, self.evaluator, self._table)
        search.run(FOREVER, depth, nodes, lines)
        return search

    def _rival(self, state: State, search: AlphaBeta, key: int, nodes: int) -> int:
        """The score of the best turn that ends in a different position, after the actions so far."""
        count, legal = 2, len(state.legal_actions())
        lines = search.lines(count)
        while count < legal and all(first_turn(state, line).key == key for line in lines):
            count *= 2
            lines = self._search(state, nodes, count).lines(count)
        best = LOWEST
        for line in lines:
            if first_turn(state, line).key != key:
                return max(best, line.score)
            best = max(best, self._rival_behind(state, line.action, key, nodes))
        return best

    def _rival_behind(self, state: State, action: int, key: int, nodes: int) -> int:
        """The score of the best rival that begins with the same action but ends in a different position."""
        ahead = state.copy()
        ahead.apply(action)
        if ahead.over or ahead.to_move != state.to_move:
            return LOWEST
        return self._rival(ahead, self._search(ahead, nodes, 2), key, nodes)
