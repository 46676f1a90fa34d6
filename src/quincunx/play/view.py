"""Everything that a screen needs to draw a state, without any rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from quincunx.core.action_cells import is_bare, moves_of
from quincunx.core.display import Board, Forecast, HudRow, Piece
from quincunx.core.outcome import Outcome
from quincunx.core.state import State
from quincunx.play.turns import must_pass
from quincunx.words import Text, phrase

YOU_ARE_STUCK = phrase("play.status.you_are_stuck")

_MOVES = phrase("play.hud.moves")


@dataclass(frozen=True, slots=True)
class View:
    """A state as it is shown: the board, the pieces by cell, the rows beside the board, and the status.

    `last` contains the origin and target cells of all actions of the last turn so far. `prompt` is a message to the
    player to move if there is something special about the turn.
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
    """The view of a state."""
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
    """The game's own rows, and the number of moves unless one of these already shows it."""
    spec = state.game.spec
    own = tuple(spec.hud(state))
    return own if spec.tells_moves else (*own, HudRow(_MOVES, (str(count_moves(state)),)))


def forecast(state: State, action: int) -> Forecast | None:
    """What the action will do, in games that forecast the effects of actions; None in others."""
    return state.game.spec.forecast(state, action)


def count_moves(state: State) -> int:
    """The number of moves and placements so far; ending a turn, passing and timeouts do not count."""
    return state.ply - sum(is_bare(action) for action in state.actions())


def _cells(turn: Sequence[int]) -> tuple[int, ...]:
    return tuple(sorted({cell for move in moves_of(turn) for cell in move}))


def _prompt(state: State, stuck: bool) -> Text:
    if state.over:
        return ""
    if stuck:
        return YOU_ARE_STUCK
    return state.game.spec.prompt(state) if state.acted else state.game.spec.warning(state)


def _status(state: State, stuck: bool) -> Text:
    outcome = state.outcome()
    if outcome is None:
        name = state.game.players[state.to_move]
        if stuck:
            return phrase("play.status.stuck", side=name)
        return phrase("play.status.turn", side=name) if len(name) == 1 else phrase("play.status.to_move", side=name)
    _, sentence = state.game.spec.reason_rules[outcome.reason]
    return ending(state, outcome.winner, sentence)


def ending(state: State, winner: int | None, reason: Text) -> Text:
    """A sentence that says how the game ended: the reason, the winner and, if there were any, the number of moves."""
    count = numbered_moves(state)
    if not count:
        return _ending_at_once(state, winner, reason)
    moves = phrase("play.moves", count=count)
    if winner is None:
        return phrase("play.status.drawn", reason=reason, moves=moves)
    return phrase("play.status.won", reason=reason, side=state.game.players[winner], moves=moves)


def _ending_at_once(state: State, winner: int | None, reason: Text) -> Text:
    if winner is None:
        return phrase("play.status.drawn_at_once", reason=reason)
    return phrase("play.status.won_at_once", reason=reason, side=state.game.players[winner])


def numbered_moves(state: State) -> int:
    """The number of moves as the game's HUD counts them: if it numbers them itself, one of each side is one move."""
    moves = count_moves(state)
    return (moves + 1) // 2 if state.game.spec.tells_moves else moves
