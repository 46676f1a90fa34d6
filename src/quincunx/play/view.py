"""Everything a screen needs to draw a state, and nothing about rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from quincunx.core import codes
from quincunx.core.display import Board, Forecast, HudRow, Piece
from quincunx.core.outcome import Outcome
from quincunx.core.state import State


@dataclass(frozen=True, slots=True)
class View:
    """A state as it is shown: board, pieces by cell, cells of the last action, lines beside the board, status."""

    board: Board
    players: tuple[str, str]
    pieces: Mapping[int, Piece]
    last: tuple[int, ...]
    hud: tuple[HudRow, ...]
    to_move: int
    outcome: Outcome | None
    status: str


def view(state: State) -> View:
    """What to show of the state."""
    game = state.game
    return View(
        board=game.board,
        players=game.players,
        pieces=game.spec.pieces(state),
        last=_cells(state.last_action()),
        hud=(*game.spec.hud(state), HudRow("Moves", (str(state.ply),))),
        to_move=state.to_move,
        outcome=state.outcome(),
        status=_status(state),
    )


def forecast(state: State, action: int) -> Forecast | None:
    """What the action will do, in games where that wants foretelling; None elsewhere."""
    return state.game.spec.forecast(state, action)


def _cells(action: int | None) -> tuple[int, ...]:
    if action is None or codes.kind_of(action) in (codes.END, codes.PASS, codes.TIMEOUT):
        return ()
    return tuple(sorted({codes.origin_of(action), codes.target_of(action)}))


def _status(state: State) -> str:
    outcome = state.outcome()
    if outcome is None:
        return f"{_capital(state.game.players[state.to_move])} to move."
    _, sentence = state.game.spec.reason_rules[outcome.reason]
    return ending(state, outcome.winner, sentence)


def ending(state: State, winner: int | None, sentence: str) -> str:
    """How the game ended, in words: why, and for whom."""
    if winner is None:
        return f"{sentence} The game is drawn after {_moves(state.ply)}."
    name = state.game.players[winner]
    return f"{sentence} {_capital(name)} {_win(name)} in {_moves(state.ply)}."


def _moves(count: int) -> str:
    return "1 move" if count == 1 else f"{count} moves"


def _win(name: str) -> str:
    return "win" if name.endswith("s") else "wins"


def _capital(name: str) -> str:
    return name if len(name) == 1 else name[0].upper() + name[1:]
