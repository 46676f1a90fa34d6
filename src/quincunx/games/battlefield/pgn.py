"""Portable Game Notation: the file format of chess programs."""

from __future__ import annotations

import re

from quincunx.core.game import Game
from quincunx.core.state import State
from quincunx.games.battlefield.positions import fen
from quincunx.games.battlefield.rules import BattlefieldState
from quincunx.games.battlefield.uci import Uci
from quincunx.notation.portable_format import PortableFormat
from quincunx.notation.portable_game import first_move, is_portable, tag_of

_LETTERS = re.compile(r"[a-hKQRBNOo0]")  # how a move can start; 0 for castling


class Pgn(PortableFormat):
    """Files of chess games."""

    name = "PGN"
    suffix = "pgn"
    white = 0

    def recognises(self, text: str) -> bool:
        move = first_move(text)
        return is_portable(text) and not tag_of(text, "GameType") and (not move or _LETTERS.match(move) is not None)

    def read_fen(self, game: Game, text: str) -> State:
        return Uci().position(game, text)

    def write_fen(self, state: State) -> str:
        assert isinstance(state, BattlefieldState)
        return fen(state)
