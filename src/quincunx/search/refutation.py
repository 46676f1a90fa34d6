"""Why a turn was wrong: the opponent's best answer to it, and the resulting chances."""

from __future__ import annotations

from dataclasses import dataclass

from quincunx.core.action_cells import Move
from quincunx.core.state import State
from quincunx.search.analysis import Analysis

NODES = 40_000


@dataclass(frozen=True)
class Refutation:
    """The answer as text, as players write it and as cells, the solver's chance after it, and in how many turns the
    opponent wins.

    The answer is empty if the game is over; the number of turns is None if no win has been found.
    """

    answer: tuple[str, ...]
    notation: str
    cells: tuple[Move, ...]
    chance: float
    loses_in: int | None


def refute(state: State, solver: int, nodes: int = NODES) -> Refutation:
    """The opponent's best answer to a wrong turn by the solver, in the position after it."""
    outcome = state.outcome()
    if outcome is not None:
        result = 0.5 if outcome.winner is None else float(outcome.winner == solver)
        return Refutation((), "", (), result, None if result else 0)
    *_, found = Analysis(state, lines=1).findings(nodes=nodes)
    line = found.lines[0]
    chance = line.chance if solver == 0 else 1 - line.chance
    lost = line.wins_in is not None and (line.wins_in < 0) == (solver == 0)
    turn = line.actions[: line.turn]
    notation = state.game.spec.move_notation(state.game).write_turn(state, turn)
    loses_in = abs(line.wins_in or 0) if lost else None
    return Refutation(tuple(map(state.text, turn)), notation, tuple(line.moves()), chance, loses_in)
