"""Noughts and crosses for people and screens."""

from __future__ import annotations

from quincunx.games.noughts.rules import NoughtsState

from quincunx.core import action_codes
from quincunx.core.display import Board, HudRow, Piece
from quincunx.core.errors import PositionError
from quincunx.core.game import Game
from quincunx.core.outcome import Refusal
from quincunx.core.spec import Setup, Spec


class Noughts(Spec):
    """Three in a row."""

    players = ("crosses", "noughts")
    letters = "xo"
    sides = "xo"
    places = True
    reasons = ("line", "full")
    reason_rules = {"line": ("N2", "Three in a row."), "full": ("N3", "The board is full.")}

    def new_state(self, game: Game) -> NoughtsState:
        return NoughtsState(game)

    def board(self, game: Game) -> Board:
        return Board(3, 3)

    def pieces(self, state: NoughtsState) -> dict[int, Piece]:
        return {
            cell: Piece(player, "xo"[player], self.players[player][:-1])
            for player in (0, 1)
            for cell in range(9)
            if state.squares(player) >> cell & 1
        }

    def hud(self, state: NoughtsState) -> tuple[HudRow, ...]:
        return ()

    def refusal(self, state: NoughtsState, action: int) -> Refusal:
        if action_codes.kind_of(action) != action_codes.PLACE:
            return Refusal("N1", "A turn is one mark on an empty square.")
        return Refusal("N1", "That square is taken.")

    def position_fields(self, state: NoughtsState) -> dict[str, str]:
        return {}

    def set_up(self, game: Game, setup: Setup) -> NoughtsState:
        crosses, noughts = (sum(1 << i for i, letter in enumerate(setup.letters) if letter == side) for side in "xo")
        if crosses.bit_count() - noughts.bit_count() != setup.to_move:
            raise PositionError("the counts of marks do not fit the side to move", expected="turns in order")
        state = NoughtsState(game)
        state.place(crosses, noughts, setup.to_move)
        return state


GAMES = (Noughts("noughts", "Noughts and crosses", "Three in a row.", without=("end", "pass")),)
