"""The endgames of Othello and FlipFlop, as the solvers see them: sets of squares instead of states."""

from __future__ import annotations

from math import inf
from typing import Protocol, cast

from quincunx.core import bits
from quincunx.core.state import State
from quincunx.games.flipflop import endgame_search
from quincunx.games.flipflop.endgame_search import EndgameSearch
from quincunx.games.flipflop.endgame_table import EndgameTable
from quincunx.games.flipflop.flipflop_solver import FlipFlopSolver
from quincunx.games.flipflop.othello_solver import OthelloSolver
from quincunx.games.flipflop.rules import FlipFlopState

MEGABYTES = 32
MOST_LEFT = 26  # empty squares: the FlipFlop solver has no room for more
PACE = 0.001 if endgame_search.__file__.endswith(".py") else 1.0  # how fast the build is: uncompiled or compiled
SIXTEENTHS = 16  # of a piece


class Endgame(Protocol):
    """The endgames of one game. Margins are those of the player to move."""

    speed: float  # nodes per second on an ordinary machine

    @property
    def search(self) -> EndgameSearch:
        """The solver's limits, and its nodes."""

    def expected_nodes(self, state: State) -> float:
        """Return how many nodes it takes to solve the position, roughly."""

    def margin(self, state: State, low: int, high: int) -> int:
        """Return the margin with best play, or a bound for it if it is outside of the window."""

    def final_margin(self, state: State) -> int:
        """Return the margin of a finished game."""

    def guess(self, state: State, depth: int) -> int:
        """Return an estimate of the margin; one that looks ahead takes this many moves into account."""


class OthelloEndgame:
    """Endgames of Othello. As usual in Othello, empty squares at the end count for the winner."""

    speed = 2e7 * PACE

    def __init__(self) -> None:
        self.solver = OthelloSolver(EndgameTable(MEGABYTES))

    @property
    def search(self) -> EndgameSearch:
        """The solver's limits, and its nodes."""
        return self.solver

    def expected_nodes(self, state: State) -> float:
        """Return how many nodes it takes, as measured; the most difficult positions take five times as many."""
        return 1.5e7 * 2.3 ** (empty_squares(state) - 20)

    def margin(self, state: State, low: int, high: int) -> int:
        """Return the margin with best play, or a bound for it."""
        return self.solver.solve(*pieces(state), low, high)

    def final_margin(self, state: State) -> int:
        """Return the margin of a finished game."""
        mine, theirs = map(bits.count, pieces(state))
        empty = 64 - mine - theirs
        return mine - theirs + (empty if mine > theirs else -empty if mine < theirs else 0)

    def guess(self, state: State, depth: int) -> int:
        """Return an estimate of the margin, by a search that looks this many moves ahead."""
        return round(self.solver.guess(*pieces(state), depth) / SIXTEENTHS)


class FlipFlopEndgame:
    """Endgames of FlipFlop."""

    speed = 1e7 * PACE

    def __init__(self) -> None:
        self.solver = FlipFlopSolver(EndgameTable(MEGABYTES))

    @property
    def search(self) -> EndgameSearch:
        """The solver's limits, and its nodes."""
        return self.solver

    def expected_nodes(self, state: State) -> float:
        """Return how many nodes it takes, as measured."""
        return 5e6 * 2.45 ** (empty_squares(state) - 18) if empty_squares(state) <= MOST_LEFT else inf

    def margin(self, state: State, low: int, high: int) -> int:
        """Return the margin with best play, or a bound for it."""
        position = cast("FlipFlopState", state)
        if position.on_offer():
            return self.solver.solve_second(*pieces(state), low, high, turns_to_limit(position))
        return self.solver.solve(*pieces(state), low, high, turns_to_limit(position), position.after_pass())

    def final_margin(self, state: State) -> int:
        """Return the margin of a finished game."""
        mine, theirs = map(bits.count, pieces(state))
        return mine - theirs

    def guess(self, state: State, depth: int) -> int:
        """Return an estimate of the margin: the present one."""
        return self.final_margin(state)


def pieces(state: State) -> tuple[int, int]:
    """Return the sets of pieces of the player to move and of the opponent."""
    position = cast("FlipFlopState", state)
    mine, theirs = position.cells(state.to_move), position.cells(1 - state.to_move)
    return sum(map(bits.bit, mine)), sum(map(bits.bit, theirs))


def empty_squares(state: State) -> int:
    """Return the number of empty squares."""
    return 64 - sum(map(bits.count, pieces(state)))


def turns_to_limit(state: FlipFlopState) -> int:
    """Return how many turns both players together have until black's turns are used up (F5), with the current one."""
    return 2 * max(1, state.black_turns_left()) - state.to_move
