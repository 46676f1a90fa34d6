"""The Cengers spec for the user interface: facts, names, and the message for every illegal action."""

from __future__ import annotations

from quincunx.core import action_codes, bits
from quincunx.core.display import Board, Frame, HudRow, Piece
from quincunx.core.errors import PositionError
from quincunx.core.game import Game
from quincunx.core.geometry import STRAIGHT, Pairs, lines
from quincunx.core.options import Limit
from quincunx.core.outcome import Refusal
from quincunx.core.spec import Kind, Setup, Spec
from quincunx.core.weights import read_weights
from quincunx.games.cengers import O, X
from quincunx.games.cengers.evaluate import CengersEvaluator
from quincunx.games.cengers.race_file import RaceMaker, known_race
from quincunx.games.cengers.rules import CengersState
from quincunx.words import Text, phrase

NONE = 64
FILES = 8
SHAPES = ("square", "disc")

_MARKS = {"home-0": phrase("cengers.mark.home_of_x"), "home-1": phrase("cengers.mark.home_of_o")}
_ROUND = phrase("cengers.hud.round")
_HOME = phrase("cengers.hud.home")
_JUMP_AGAIN = phrase("cengers.jump_again")


def _home(player: int) -> list[int]:
    """Return a player's home: the opponent's starting area (C1)."""
    files, ranks = (range(3), range(5, 8)) if player == 0 else (range(5, 8), range(3))
    return [rank * FILES + file for rank in ranks for file in files]


class Cengers(Spec):
    """An 8×8 race between opposite corners."""

    players = ("x", "o")
    letters = "xo"
    sides = "xo"
    codes = {"x": X, "o": O}
    person_side = 0  # C1: in the source document the human is x, and moves first
    flip = 63
    drafts = True  # C hands over the turn
    frame = Frame("12345678", "12345678", ".", ("Round: {Round}", "Turn : {mover}"), ("Winner: {winner}",), "nobody")
    reasons = ("home", "repetition", "rounds")
    told_reasons = ("repetition", "rounds")
    reason_rules = {
        "home": ("C7", phrase("cengers.reason.home")),
        "repetition": ("C8", phrase("cengers.reason.repetition")),
        "rounds": ("C8", phrase("cengers.reason.rounds")),
    }

    def new_state(self, game: Game) -> CengersState:
        return CengersState(game)

    def evaluator(self, game: Game) -> CengersEvaluator:
        return CengersEvaluator(read_weights(__package__, game.key, CengersEvaluator.names), known_race())

    def distance_maker(self) -> RaceMaker:
        return RaceMaker()

    def board(self, game: Game) -> Board:
        marks = {cell: f"home-{player}" for player in (0, 1) for cell in _home(player)}
        return Board(FILES, FILES, marks, mark_names=_MARKS)

    def paths(self, game: Game, kind: Kind | None) -> Pairs:
        return lines(game.board, STRAIGHT, 2)  # C3, C4

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
            HudRow(_ROUND, (str(state.turn // 2 + 1),)),
            HudRow(_HOME, (f"{homes[0]}/9", f"{homes[1]}/9")),
        )

    def prompt(self, state: CengersState) -> Text:
        return _JUMP_AGAIN  # C5

    def takes(self, state: CengersState, action: int) -> bool:
        return False  # C4: jumping does not capture

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
                problem = phrase("cengers.position.count", side=side, count=bits.count(word))
                raise PositionError(problem, expected=phrase("cengers.position.count_expected"))
        moving, visited = NONE, 0
        chain = setup.fields.get("moving")
        if (chain is not None) != (setup.acted > 0):
            raise PositionError(
                phrase("cengers.position.moving_and_acted"),
                expected=phrase("cengers.position.moving_and_acted_expected"),
            )
        if chain is not None:
            moving = game.setup_cell(chain)
            visited = sum({bits.bit(game.setup_cell(name)) for name in setup.fields.get("visited", chain).split(",")})
            if not words[setup.to_move] >> moving & 1 or not visited >> moving & 1:
                problem = phrase("cengers.position.not_moving", square=chain)
                raise PositionError(problem, expected=phrase("cengers.position.not_moving_expected"))
        state = self.new_state(game)
        state.place(words[0], words[1], setup.to_move, moving, visited, setup.turn)
        if chain is not None and len(state.legal_actions()) == 1:
            problem = phrase("cengers.position.stuck", square=chain)
            raise PositionError(problem, expected=phrase("cengers.position.stuck_expected"))
        mover = 1 - setup.to_move
        if chain is None and state.has_won(mover):
            state.conclude(mover, "home")
        return state

    def refusal(self, state: CengersState, action: int) -> Refusal:
        kind = action_codes.kind_of(action)
        moving, visited = state.chain()
        if kind == action_codes.PLACE:
            return Refusal("C1", phrase("cengers.refused.placement"))
        if kind == action_codes.TIMEOUT:
            return Refusal("C8", phrase("cengers.refused.timeout"))
        if kind == action_codes.END:
            return Refusal("C5", phrase("cengers.refused.end"))
        if kind == action_codes.PASS:
            if moving != NONE:
                return Refusal("C5", phrase("cengers.refused.pass_in_chain"))
            return Refusal("C8", phrase("cengers.refused.pass"))
        return self._move_refusal(
            state, action_codes.origin_of(action), action_codes.target_of(action), moving, visited
        )

    def _move_refusal(self, state: CengersState, origin: int, target: int, moving: int, visited: int) -> Refusal:
        mine, theirs = state.squares(state.to_move), state.squares(1 - state.to_move)
        name = state.game.square
        if theirs >> origin & 1:
            return Refusal("C1", phrase("cengers.refused.opponents", square=name(origin)))
        if not mine >> origin & 1:
            return Refusal("C1", phrase("cengers.refused.no_piece", square=name(origin)))
        if moving not in (NONE, origin):
            return Refusal("C5", phrase("cengers.refused.other_piece", square=name(moving)))
        if origin == target:
            return Refusal("C3", phrase("cengers.refused.same_square"))
        files, ranks = abs(target % FILES - origin % FILES), abs(target // FILES - origin // FILES)
        if files and ranks:
            return Refusal("C2", phrase("cengers.refused.diagonal"))
        if (mine | theirs) >> target & 1:
            return Refusal("C3", phrase("cengers.refused.taken", square=name(target)))
        if files + ranks == 1:
            return Refusal("C5", phrase("cengers.refused.step_after_jump"))
        if files + ranks > 2:
            return Refusal("C4", phrase("cengers.refused.too_far"))
        if not (mine | theirs) >> (origin + target) // 2 & 1:
            return Refusal("C4", phrase("cengers.refused.nothing_to_jump"))
        return Refusal("C5", phrase("cengers.refused.visited", square=name(target)))


GAMES = (
    Cengers(
        "cengers",
        phrase("cengers.title"),
        phrase("cengers.summary"),
        (
            Limit("repetition", 3, phrase("cengers.option.repetition_help"), title=phrase("cengers.option.repetition")),
            Limit("rounds", 200, phrase("cengers.option.rounds_help"), title=phrase("cengers.option.rounds")),
            Limit(
                "stragglers",
                60,
                phrase("cengers.option.stragglers_help"),
                title=phrase("cengers.option.stragglers"),
                before=0,
            ),
        ),
    ),
)
