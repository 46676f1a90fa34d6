"""Cengers for people and screens: facts, names, and the words for every refusal."""

from __future__ import annotations

from quincunx.core import action_codes, bits
from quincunx.core.display import Board, Frame, HudRow, Piece
from quincunx.core.errors import PositionError
from quincunx.core.game import Game
from quincunx.core.options import Limit
from quincunx.core.outcome import Refusal
from quincunx.core.spec import Setup, Spec
from quincunx.core.weights import read_weights
from quincunx.games.cengers import O, X
from quincunx.games.cengers.evaluate import CengersEvaluator
from quincunx.games.cengers.rules import CengersState

NONE = 64
FILES = 8
SHAPES = ("square", "disc")


def _home(player: int) -> list[int]:
    """The home of a player: the other's starting area (C1)."""
    files, ranks = (range(3), range(5, 8)) if player == 0 else (range(5, 8), range(3))
    return [rank * FILES + file for rank in ranks for file in files]


class Cengers(Spec):
    """An 8×8 race between opposite corners."""

    players = ("x", "o")
    letters = "xo"
    sides = "xo"
    codes = {"x": X, "o": O}
    person_side = 0  # C1: the document's human is x, and begins
    drafts = True  # a turn is handed over with C
    frame = Frame("12345678", "12345678", ".", ("Round: {Round}", "Turn : {mover}"), ("Winner: {winner}",), "nobody")
    reasons = ("home", "repetition", "rounds")
    told_reasons = ("repetition", "rounds")
    reason_rules = {
        "home": ("C7", "Home is full."),
        "repetition": ("C8", "The same position has come up too often."),
        "rounds": ("C8", "The last round is over."),
    }

    def new_state(self, game: Game) -> CengersState:
        return CengersState(game)

    def evaluator(self, game: Game) -> CengersEvaluator:
        return CengersEvaluator(read_weights(__package__, game.key, CengersEvaluator.names))

    def board(self, game: Game) -> Board:
        marks = {cell: f"home-{player}" for player in (0, 1) for cell in _home(player)}
        return Board(FILES, FILES, marks, mark_names={"home-0": "home of x", "home-1": "home of o"})

    def pieces(self, state: CengersState) -> dict[int, Piece]:
        return {
            cell: Piece(player, glyph, glyph, shape=SHAPES[player])
            for player, glyph in enumerate("xo")
            for cell in range(64)
            if state.squares(player) >> cell & 1
        }

    def hud(self, state: CengersState) -> tuple[HudRow, ...]:
        homes = [sum(state.squares(player) >> cell & 1 for cell in _home(player)) for player in (0, 1)]
        return (
            HudRow("Round", (str(state.turn // 2 + 1),)),
            HudRow("Home", (f"{homes[0]}/9", f"{homes[1]}/9")),
        )

    def prompt(self, state: CengersState) -> str:
        return "Jump on, or end your turn."  # C5

    def takes(self, state: CengersState, action: int) -> bool:
        return False  # C4: a piece that is jumped over stays

    def position_fields(self, state: CengersState) -> dict[str, str]:
        moving, visited = state.chain()
        if moving == NONE:
            return {}
        squares = [state.game.square(cell) for cell in range(64) if visited >> cell & 1]
        return {"moving": state.game.square(moving), "visited": ",".join(squares)}

    def set_up(self, game: Game, setup: Setup) -> CengersState:
        words = [sum(bits.bit(cell) for cell, letter in enumerate(setup.letters) if letter == side) for side in "xo"]
        for side, word in zip("xo", words, strict=True):
            if bits.count(word) != 9:
                raise PositionError(f"{side} has {bits.count(word)} pieces", expected="9 of each side (C1)")
        moving, visited = NONE, 0
        chain = setup.fields.get("moving")
        if (chain is not None) != (setup.acted > 0):
            raise PositionError("moving and acted do not agree", expected="both within a chain of jumps, or neither")
        if chain is not None:
            moving = game.setup_cell(chain)
            visited = sum({bits.bit(game.setup_cell(name)) for name in setup.fields.get("visited", chain).split(",")})
            if not words[setup.to_move] >> moving & 1 or not visited >> moving & 1:
                raise PositionError(
                    f"no piece is jumping on {chain}", expected="moving to be a piece's square, and visited"
                )
        state = self.new_state(game)
        state.place(words[0], words[1], setup.to_move, moving, visited, setup.turn)
        if chain is not None and len(state.legal_actions()) == 1:
            raise PositionError(f"the piece on {chain} cannot jump on", expected="a chain that can go on (C5)")
        mover = 1 - setup.to_move
        if chain is None and state.has_won(mover):
            state.conclude(mover, "home")
        return state

    def refusal(self, state: CengersState, action: int) -> Refusal:
        kind = action_codes.kind_of(action)
        moving, visited = state.chain()
        if kind == action_codes.PLACE:
            return Refusal("C1", "Pieces are never placed here: name the square to go from and the square to go to.")
        if kind == action_codes.TIMEOUT:
            return Refusal("C8", "The clock does not pass turns in this game.")
        if kind == action_codes.END:
            return Refusal("C5", "Only a chain of jumps can be ended, and none is under way.")
        if kind == action_codes.PASS:
            if moving != NONE:
                return Refusal("C5", "A chain of jumps is closed with end, not with a pass.")
            return Refusal("C8", "Passing is only for a player who cannot move at all.")
        return self._move_refusal(
            state, action_codes.origin_of(action), action_codes.target_of(action), moving, visited
        )

    def _move_refusal(self, state: CengersState, origin: int, target: int, moving: int, visited: int) -> Refusal:
        mine, theirs = state.squares(state.to_move), state.squares(1 - state.to_move)
        name = state.game.square
        if theirs >> origin & 1:
            return Refusal("C1", f"The piece on {name(origin)} is your opponent's.")
        if not mine >> origin & 1:
            return Refusal("C1", f"There is no piece on {name(origin)}.")
        if moving not in (NONE, origin):
            return Refusal("C5", f"Only the piece on {name(moving)} may jump on in this turn.")
        if origin == target:
            return Refusal("C3", "A piece must go to another square.")
        files, ranks = abs(target % FILES - origin % FILES), abs(target // FILES - origin // FILES)
        if files and ranks:
            return Refusal("C2", "Pieces go up, down, left or right, never diagonally.")
        if (mine | theirs) >> target & 1:
            return Refusal("C3", f"{name(target)} is taken.")
        if files + ranks == 1:
            return Refusal("C5", "After a jump the piece may only jump on; a step ends nothing but its own turn.")
        if files + ranks > 2:
            return Refusal("C4", "A jump goes over one neighbouring piece, to the square right behind it.")
        if not (mine | theirs) >> (origin + target) // 2 & 1:
            return Refusal("C4", "There is no piece to jump over.")
        return Refusal("C5", f"The piece has already stood on {name(target)} in this turn.")


GAMES = (
    Cengers(
        "cengers",
        "Cengers",
        "Race nine pieces across the board, by steps and chains of jumps.",
        (
            Limit("repetition", 3, "how many occurrences of a position make a draw", title="Draw by repetition"),
            Limit("rounds", 200, "after how many rounds the game is a draw", title="Draw by rounds"),
            Limit(
                "stragglers",
                60,
                "round from which opposing pieces left in your home count towards filling it",
                title="Stragglers count from round",
                before=0,
            ),
        ),
    ),
)
