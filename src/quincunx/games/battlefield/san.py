"""Standard algebraic notation: `e4`, `Nbd2`, `exd6`, `e8=Q+`, `O-O`."""

from __future__ import annotations

import re

from quincunx.core import action_codes
from quincunx.core.errors import InvalidActionError
from quincunx.core.listing import any_of
from quincunx.core.move_notation import MoveNotation
from quincunx.core.state import State
from quincunx.games.battlefield import terms
from quincunx.games.battlefield.names import ROLE_TITLES
from quincunx.games.battlefield.profile import PROMOTION_ROLES
from quincunx.games.battlefield.rules import BattlefieldState
from quincunx.words import Text, phrase

SHORT, LONG = "O-O", "O-O-O"
_CASTLING = re.compile(r"[Oo0]-[Oo0](-[Oo0])?")
_MOVE = re.compile(r"([KQRBN])?([a-h])?([1-8])?[-x:]?([a-h][1-8])=?([QRBN])?")
_ENDS = re.compile(r"[+#!?]+$")  # check, checkmate and annotations


class San(MoveNotation):
    """Chess moves in standard algebraic notation."""

    example = "Nf3"

    def write(self, state: State, action: int) -> str:
        assert isinstance(state, BattlefieldState)
        return _plain(state, action) + _mark(state, action)

    def read_turn(self, state: State, text: str) -> list[int]:
        assert isinstance(state, BattlefieldState)
        if state.over:
            raise InvalidActionError(phrase("battlefield.move.over"), phrase("battlefield.move_expected.none"))
        plain = _ENDS.sub("", text)
        castling, move = _CASTLING.fullmatch(plain), _MOVE.fullmatch(plain)
        if castling is not None:
            return [_castle(state, LONG if castling[1] else SHORT)]
        if move is None:
            problem = phrase("battlefield.move.unknown", text=repr(text[:20]))
            raise InvalidActionError(problem, phrase("battlefield.move_expected.san"))
        return [_chosen(state, text, move)]


def _plain(state: BattlefieldState, action: int) -> str:
    """Return the move without the check mark."""
    origin, target = action_codes.origin_of(action), action_codes.target_of(action)
    role, name = _role(state, origin), state.game.square
    takes = "x" if state.unit_at(target)[0] or (role == "P" and (target - origin) % 8) else ""
    if role == "P":
        start = name(origin)[0] if takes else ""
        return start + takes + name(target) + _promotion(action)
    if role == "K" and abs(target - origin) == 2:
        return SHORT if target > origin else LONG
    return role + _distinction(state, role, origin, target) + takes + name(target)


def _promotion(action: int) -> str:
    kind = action_codes.kind_of(action)
    return "" if kind == action_codes.MOVE else f"={PROMOTION_ROLES[kind - terms.PROMOTION]}"


def _distinction(state: BattlefieldState, role: str, origin: int, target: int) -> str:
    """Return what distinguishes the piece from others that could move there: its file, else its rank, else both."""
    others = [
        cell
        for action in state.legal_actions()
        if action_codes.target_of(action) == target
        and (cell := action_codes.origin_of(action)) != origin
        and _role(state, cell) == role
    ]
    square = state.game.square(origin)
    if not others:
        return ""
    if all(cell % 8 != origin % 8 for cell in others):
        return square[0]
    return square[1] if all(cell // 8 != origin // 8 for cell in others) else square


def _mark(state: BattlefieldState, action: int) -> str:
    state.apply(action)
    checked, over = state.checked(), state.outcome()
    state.undo()
    if not checked:
        return ""
    return "#" if over is not None and over.reason == "checkmate" else "+"


def _role(state: BattlefieldState, cell: int) -> str:
    return state.matchup.profiles[state.unit_at(cell)[0]].role


def _castle(state: BattlefieldState, side: str) -> int:
    for action in state.legal_actions():
        if _plain(state, action) == side:
            return action
    raise InvalidActionError(phrase("battlefield.move.castling", castling=side), _legal(state))


def _chosen(state: BattlefieldState, text: str, move: re.Match[str]) -> int:
    """Return the only legal move that matches."""
    fitting = [action for action in state.legal_actions() if _fits(state, action, move)]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        problem = phrase("battlefield.move.ambiguous", text=text, count=len(fitting))
        raise InvalidActionError(problem, any_of([_plain(state, action) for action in fitting]))
    raise InvalidActionError(phrase("battlefield.move.impossible", text=text, piece=_piece(move)), _legal(state))


def _piece(move: re.Match[str]) -> Text:
    """Return the piece that the text names; with both squares given, it may be any piece."""
    if move[1]:
        return ROLE_TITLES[move[1]]
    return phrase("battlefield.move.piece") if move[2] and move[3] else ROLE_TITLES["P"]


def _fits(state: BattlefieldState, action: int, move: re.Match[str]) -> bool:
    role, file, rank, target, promotion = move.groups()
    origin = action_codes.origin_of(action)
    name = state.game.square(origin)
    any_role = not role and file and rank  # the two squares identify the piece: e2e4, g1-f3
    return (
        state.game.square(action_codes.target_of(action)) == target
        and (any_role or _role(state, origin) == (role or "P"))
        and file in (None, name[0])
        and rank in (None, name[1])
        and promotion in (None, _promotion(action).removeprefix("=") or None)
    )


def _legal(state: BattlefieldState) -> Text:
    return phrase("battlefield.move_expected.legal", move=_plain(state, state.legal_actions()[0]))
