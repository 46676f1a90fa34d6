"""Chess as other programs write it: `e2e4`, `e7e8q`, castling as the king's two steps, and FENs."""

from __future__ import annotations

import re

from quincunx.core.codec import Codec
from quincunx.core.errors import InvalidActionError
from quincunx.core.game import Game
from quincunx.core.state import State
from quincunx.words import phrase

_MOVE = re.compile(r"([a-h][1-8])([a-h][1-8])([qrbn])?")
_USUAL = ("w", "-", "-", "0", "1")  # what a short FEN leaves out, behind the board


class Uci(Codec):
    """Moves in long algebraic notation. Our actions have the same squares, so only the writing differs."""

    is_uci = True

    def write(self, state: State, action: int) -> str:
        return state.text(action).replace("-", "").replace("=", "").lower()

    def read(self, state: State, text: str) -> int:
        found = _MOVE.fullmatch(text)
        if found is None:
            problem = phrase("battlefield.move.unknown", text=repr(text[:20]))
            raise InvalidActionError(problem, phrase("battlefield.move_expected.uci"))
        origin, target, role = found.groups()
        return state.parse(f"{origin}-{target}" + (f"={role.upper()}" if role else ""))

    def position(self, game: Game, text: str) -> State:
        fields = text.split()
        return game.position(" ".join([*fields, *_USUAL[max(0, len(fields) - 1) :]]))
