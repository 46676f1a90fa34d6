"""Portable Draughts Notation: the file format for games of English draughts (GameType 21)."""

from __future__ import annotations

import re

from quincunx.core.errors import PositionError
from quincunx.core.game import Game
from quincunx.core.state import State
from quincunx.games.checkers.numbers import SQUARES, cell_of, number_of
from quincunx.notation.portable_format import PortableFormat
from quincunx.notation.portable_game import first_move, is_portable, tag_of
from quincunx.notation.position import write_board
from quincunx.words import phrase

GAME_TYPE = "21"
_MOVE = re.compile(r"[0-9]{1,2}[-x:][0-9]{1,2}")
_FEN = re.compile(r"([BW]):([BW])([K0-9,-]*):([BW])([K0-9,-]*)\.?")
_PIECES = re.compile(r"(K?)([0-9]{1,2})(?:-([0-9]{1,2}))?")
_SIDES = "BW"  # black is our dark side
_LETTERS = {"B": ("d", "D"), "W": ("l", "L")}  # man and king


class Pdn(PortableFormat):
    """Files of draughts games."""

    name = "PDN"
    suffix = "pdn"
    white = 1

    def recognises(self, text: str) -> bool:
        kind = tag_of(text, "GameType").split(",")[0]
        return is_portable(text) and (kind == GAME_TYPE if kind else _MOVE.match(first_move(text)) is not None)

    def own_tags(self) -> dict[str, str]:
        return {"GameType": GAME_TYPE}

    def read_fen(self, game: Game, text: str) -> State:
        found = _FEN.fullmatch("".join(text.split()).upper())
        if found is None or found[2] == found[4]:
            problem = phrase("checkers.pdn.no_position", text=repr(text[:40]))
            raise PositionError(problem, expected=phrase("checkers.pdn.no_position_expected"))
        letters: dict[int, str] = {}
        for side, pieces in ((found[2], found[3]), (found[4], found[5])):
            for word in filter(None, pieces.split(",")):
                letters |= dict.fromkeys(_cells(word), _LETTERS[side][word.startswith("K")])
        return game.position(f"{write_board(game, letters)} {game.spec.sides[_SIDES.index(found[1])]}")

    def write_fen(self, state: State) -> str:
        letters = state.game.spec.position_letters(state)
        lists = []
        for side in "WB":
            man, king = _LETTERS[side]
            own = sorted((number_of(cell), letter) for cell, letter in letters.items() if letter in (man, king))
            lists.append(side + ",".join(f"{'K' * (letter == king)}{number}" for number, letter in own))
        return ":".join([_SIDES[state.to_move], *lists])


def _cells(word: str) -> list[int]:
    """Return the squares of `12`, `K12` or `9-12`."""
    found = _PIECES.fullmatch(word)
    first = int(found[2]) if found else 0
    last = int(found[3]) if found and found[3] else first
    if not 1 <= first <= last <= SQUARES:
        problem = phrase("checkers.pdn.no_square", text=repr(word[:20]))
        raise PositionError(problem, expected=phrase("checkers.pdn.no_square_expected", last=SQUARES))
    return [cell_of(number) for number in range(first, last + 1)]
