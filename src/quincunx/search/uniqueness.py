"""Whether a position has one best turn, and by how much: the turn, and what the best other one is worth.

A turn of several actions is one decision. Two orders of its actions that reach the same position are the same turn, so
turns are told apart by the position they end in.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from quincunx.core.evaluator import Evaluator
from quincunx.core.game import Game
from quincunx.core.state import State
from quincunx.search.alphabeta import AlphaBeta
from quincunx.search.chances import SURE
from quincunx.search.root import Line
from quincunx.search.transposition_table import TranspositionTable

LOWEST = -200_000
DEEPEST = 60  # turns
UNIT = 200  # a score so high means an expected result of 73 %
FOREVER = 1e9  # seconds: nodes are what bounds these searches, so that they find the same on every machine
WINNING = 300  # 82 % is the expected result: about three plain pieces ahead
LEVEL = 80  # 60 %: not winning yet; below -80 no longer held
OPEN = 250  # 78 %: the same beside a win or a loss that is proven, which leaves no doubt about itself


@dataclass(frozen=True)
class Turn:
    """The actions of one turn, and the key of the position that it ends in."""

    actions: tuple[int, ...]
    key: int


@dataclass(frozen=True)
class Choice:
    """The best turn, its score, and the score of the best other one, to the player who has the turn."""

    turn: Turn
    score: int
    rival: int

    @property
    def wins_alone(self) -> bool:
        """Whether it wins, and no other turn does."""
        return self.score >= WINNING and self.rival <= (OPEN if self.score > SURE else LEVEL)

    @property
    def saves_alone(self) -> bool:
        """Whether it holds the game, and every other turn loses it."""
        least = -OPEN if self.rival < -SURE else -LEVEL
        return least <= self.score < WINNING and self.rival <= -WINNING

    @property
    def is_alone(self) -> bool:
        """Whether it is the only one to win, or to save the game."""
        return self.wins_alone or self.saves_alone

    @property
    def is_moot(self) -> bool:
        """Whether the game is decided whatever is played, or all but the best."""
        return self.rival >= WINNING or self.score <= -WINNING

    @property
    def gap(self) -> float:
        """What the best other turn costs, in the expected result."""
        return expected(self.score) - expected(self.rival)

    @property
    def is_proven(self) -> bool:
        """Whether the win was seen to its end."""
        return self.score > SURE


def expected(score: int) -> float:
    """The result that a score promises, between 0 and 1."""
    return 1 / (1 + math.exp(-max(-6_000, min(6_000, score)) / UNIT))


def first_turn(state: State, line: Line) -> Turn:
    """The turn that a line of play begins with."""
    ahead = state.copy()
    played = []
    for action in line.actions:
        ahead.apply(action)
        played.append(action)
        if ahead.over or ahead.to_move != state.to_move:
            break
    return Turn(tuple(played), ahead.key)


class Chooser:
    """Looks for the best turn of positions of one game, with a table that they share."""

    def __init__(self, game: Game, megabytes: int = 8, evaluator: Evaluator | None = None) -> None:
        self._game = game
        self.evaluator = evaluator or game.spec.evaluator(game)
        self._table = TranspositionTable(megabytes)

    def renewed(self, megabytes: int) -> Chooser:
        """One that has seen nothing yet."""
        return Chooser(self._game, megabytes, self.evaluator)

    def choose(self, state: State, nodes: int) -> Choice:
        """The best turn within so many nodes for each of the turn's actions, and its rival."""
        search = self._search(state, nodes, 2)
        best = search.lines(1)[0]
        turn = first_turn(state, best)
        return Choice(turn, best.score, self._rival(state, search, turn.key, nodes))

    def best(self, state: State, nodes: int, depth: int = DEEPEST, lines: int = 1) -> list[Line]:
        """The best lines, within so many nodes and turns of depth."""
        return self._search(state, nodes, lines, depth).lines(lines)

    def _search(self, state: State, nodes: int, lines: int, depth: int = DEEPEST) -> AlphaBeta:
        search = AlphaBeta(state, self.evaluator, self._table)
        search.run(FOREVER, depth, nodes, lines)
        return search

    def _rival(self, state: State, search: AlphaBeta, key: int, nodes: int) -> int:
        """The score of the best turn that ends elsewhere, after the actions so far."""
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
        """The same where the first action is right, and the turn may still go on to other ends."""
        ahead = state.copy()
        ahead.apply(action)
        if ahead.over or ahead.to_move != state.to_move:
            return LOWEST
        return self._rival(ahead, self._search(ahead, nodes, 2), key, nodes)
