"""Everything a screen needs to draw a state, and nothing about rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from quincunx.core import action_codes
from quincunx.core.display import Board, Forecast, HudRow, Piece
from quincunx.core.outcome import Outcome
from quincunx.core.state import State
from quincunx.play.turns import must_pass
from quincunx.words import Text


@dataclass(frozen=True, slots=True)
class View:
    """A state as it is shown: board, pieces by cell, lines beside the board, status.

    `last` are the cells that the last turn passed, all its actions so far. `prompt` is a sentence to the player to
    move, where the turn is a special one.
    """

    board: Board
    players: tuple[Text, Text]
    pieces: Mapping[int, Piece]
    last: tuple[int, ...]
    hud: tuple[HudRow, ...]
    to_move: int
    outcome: Outcome | None
    status: Text
    prompt: Text


def view(state: State) -> View:
    """What to show of the state."""
    game, stuck = state.game, must_pass(state)
    return View(
        board=game.board,
        players=game.players,
        pieces=game.spec.pieces(state),
        last=_cells(state.last_turn()),
        hud=_hud(state),
        to_move=state.to_move,
        outcome=state.outcome(),
        status=_status(state, stuck),
        prompt=_prompt(state, stuck),
    )


def _hud(state: State) -> tuple[HudRow, ...]:
    """The game's own lines, and how many moves there were unless one of them tells the number of the move."""
    own = tuple(state.game.spec.hud(state))
    return own if any(row.label == "Move" for row in own) else (*own, HudRow("Moves", (str(moves_of(state)),)))


def forecast(state: State, action: int) -> Forecast | None:
    """What the action will do, in games where that wants foretelling; None elsewhere."""
    return state.game.spec.forecast(state, action)


def moves_of(state: State) -> int:
    """How many moves of pieces and placements there were; ending a turn, passing and running out of time are none."""
    return state.ply - sum(_is_bare(action) for action in state.actions())


def _is_bare(action: int) -> bool:
    return action_codes.kind_of(action) in (action_codes.END, action_codes.PASS, action_codes.TIMEOUT)


def _cells(turn: Sequence[int]) -> tuple[int, ...]:
    moves = [action for action in turn if not _is_bare(action)]
    return tuple(
        sorted({cell for move in moves for cell in (action_codes.origin_of(move), action_codes.target_of(move))})
    )


def _prompt(state: State, stuck: bool) -> str:
    if state.over:
        return ""
    if stuck:
        return "You have no move: the turn passes."
    return state.game.spec.prompt(state) if state.acted else state.game.spec.warning(state)


def _status(state: State, stuck: bool) -> str:
    outcome = state.outcome()
    if outcome is None:
        name = state.game.players[state.to_move]
        if stuck:
            return f"{capital(name)} {have(name)} no move: the turn passes."
        return f"{name}'s turn." if len(name) == 1 else f"{capital(name)} to move."
    _, sentence = state.game.spec.reason_rules[outcome.reason]
    return ending(state, outcome.winner, sentence)


def ending(state: State, winner: int | None, sentence: str) -> str:
    """How the game ended, in words: why, and for whom."""
    if winner is None:
        return f"{sentence} The game is drawn after {_moves(moves_of(state))}."
    name = state.game.players[winner]
    return f"{sentence} {capital(name)} {_win(name)} in {_moves(moves_of(state))}."


def _moves(count: int) -> str:
    return "1 move" if count == 1 else f"{count} moves"


def _win(name: str) -> str:
    return "win" if name.endswith("s") else "wins"


def have(name: str) -> str:
    """The verb that goes with a player's name."""
    return "have" if name.endswith("s") else "has"


def capital(name: str) -> str:
    """A player's name at the beginning of a sentence; a letter is a sign and stays as it is."""
    return name if len(name) == 1 else name[0].upper() + name[1:]
