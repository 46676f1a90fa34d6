"""The FlipFlop spec for the user interface: facts, names, and the message for every illegal action."""

from __future__ import annotations

from quincunx.core import action_codes
from quincunx.core.display import Board, HudRow, Piece
from quincunx.core.errors import PositionError
from quincunx.core.game import Game
from quincunx.core.options import EvenSize
from quincunx.core.outcome import Refusal
from quincunx.core.record_format import RecordFormat
from quincunx.core.spec import Setup, Spec
from quincunx.core.weights import read_weights
from quincunx.games.flipflop import BLACK as BLACK_DISC
from quincunx.games.flipflop import WHITE as WHITE_DISC
from quincunx.games.flipflop.endgames import FlipFlopEndgame, OthelloEndgame
from quincunx.games.flipflop.evaluate import FlipFlopEvaluator
from quincunx.games.flipflop.exact import EndgameSolver
from quincunx.games.flipflop.rules import FlipFlopState
from quincunx.games.flipflop.small_board_proof import SIZES, SmallBoardProof
from quincunx.games.flipflop.transcript import Transcript
from quincunx.words import Text, phrase

WHITE, BLACK = 0, 1
STRAIGHT, DIAGONAL, ALL_LINES = 1, 2, 3  # as in lines.py
NO_LINES = 0
SOLVED_SIZE = 8  # the board size whose endgames can be solved
TRANSCRIBED = 8  # the board size in other programs' transcripts

SIZE = EvenSize(
    "n",
    8,
    phrase("flipflop.option.size_help"),
    least=8,
    most=26,
    title=phrase("flipflop.option.size"),
    prominent=True,
)

_DISCS, _BLACK_TURNS_LEFT = phrase("flipflop.hud.discs"), phrase("flipflop.hud.black_turns_left")
_SECOND_DISC = phrase("flipflop.second_disc")


class FlipFlop(Spec):
    """FlipFlop and Othello: trap rows of pieces between two of your own, and they change colour."""

    players = (phrase("flipflop.side.white"), phrase("flipflop.side.black"))
    light = 0
    letters = "wb"
    sides = "wb"
    codes = {"w": WHITE_DISC, "b": BLACK_DISC}
    places = True
    reasons = ("both_passed", "turns_used", "neither_can_play")
    told_reasons = ("both_passed", "turns_used")
    reason_rules = {
        "both_passed": ("F5", phrase("flipflop.reason.both_passed")),
        "turns_used": ("F5", phrase("flipflop.reason.turns_used")),
        "neither_can_play": ("F5", phrase("flipflop.reason.neither_can_play")),
    }

    def new_state(self, game: Game) -> FlipFlopState:
        return FlipFlopState(game)

    def evaluator(self, game: Game) -> FlipFlopEvaluator:
        weights = read_weights(__package__, game.key, FlipFlopEvaluator.names)
        return FlipFlopEvaluator(weights, game.options["n"])

    def solver(self, game: Game) -> EndgameSolver | None:
        if game.options["n"] != SOLVED_SIZE:
            return None
        return EndgameSolver(OthelloEndgame() if self.facts["ends_when_stuck"] else FlipFlopEndgame())

    def small_board(self, size: int) -> SmallBoardProof | None:
        return SmallBoardProof(self.key, size, self.facts["ends_when_stuck"]) if size in SIZES else None

    def board(self, game: Game) -> Board:
        return Board(game.options["n"], game.options["n"])

    def pieces(self, state: FlipFlopState) -> dict[int, Piece]:
        return {
            cell: Piece(player, letter, name, shape="two-faced")
            for player, (letter, name) in enumerate(zip(self.letters, self.players, strict=True))
            for cell in state.cells(player)
        }

    def hud(self, state: FlipFlopState) -> tuple[HudRow, ...]:
        discs = HudRow(_DISCS, (str(len(state.cells(WHITE))), str(len(state.cells(BLACK)))))
        if state.game.spec.facts["ends_when_stuck"]:
            return (discs,)
        return discs, HudRow(_BLACK_TURNS_LEFT, (str(state.black_turns_left()),))

    def prompt(self, state: FlipFlopState) -> Text:
        return _SECOND_DISC  # F4

    def record_format(self, game: Game) -> RecordFormat | None:
        return Transcript() if self.facts["ends_when_stuck"] and game.options["n"] == TRANSCRIBED else None

    def takes(self, state: FlipFlopState, action: int) -> bool:
        return action_codes.kind_of(action) == action_codes.PLACE  # F2: every piece placed traps something

    def position_fields(self, state: FlipFlopState) -> dict[str, str]:
        return {"passed": "yes"} if state.after_pass() else {}

    def set_up(self, game: Game, setup: Setup) -> FlipFlopState:
        white, black = ([cell for cell, letter in enumerate(setup.letters) if letter == side] for side in self.letters)
        # in Othello a pass isn't remembered: the field remains unread, and is rejected for that
        passed = None if game.spec.facts["ends_when_stuck"] else setup.fields.get("passed")
        if passed not in (None, "yes"):
            problem = phrase("flipflop.position.passed", value=repr(passed[:20]))
            raise PositionError(problem, expected=phrase("flipflop.position.passed_expected"))
        state = FlipFlopState(game)
        state.arrange(white, black, setup.to_move, setup.acted > 0, passed == "yes")
        self._check_turn(state, setup.acted)
        return state

    def _check_turn(self, state: FlipFlopState, acted: int) -> None:
        """Check that within a turn, a second piece is possible (F4), and after a pass, the opponent was stuck (F3)."""
        facts = state.game.spec.facts
        if acted > 1 or (acted and not state.trapping(state.to_move, facts["second_lines"])):
            problem = phrase("flipflop.position.acted", value=acted)
            raise PositionError(problem, expected=phrase("flipflop.position.acted_expected"))
        if state.after_pass() and (acted or state.trapping(1 - state.to_move, facts["first_lines"])):
            raise PositionError(
                phrase("flipflop.position.no_pass"), expected=phrase("flipflop.position.no_pass_expected")
            )

    def refusal(self, state: FlipFlopState, action: int) -> Refusal:
        kind = action_codes.kind_of(action)
        if kind == action_codes.PLACE:
            return self._placement_refusal(state, action_codes.target_of(action))
        if kind == action_codes.END:
            return Refusal("F4", phrase("flipflop.refused.end"))
        if kind == action_codes.PASS:
            if state.on_offer():
                return Refusal("F4", phrase("flipflop.refused.pass_after_placing"))
            return Refusal("F3", phrase("flipflop.refused.pass"))
        if kind == action_codes.TIMEOUT:
            return Refusal("F3", phrase("flipflop.refused.timeout"))
        return Refusal("F2", phrase("flipflop.refused.move"))

    def _placement_refusal(self, state: FlipFlopState, cell: int) -> Refusal:
        square = state.game.square(cell)
        if cell in state.cells(WHITE) or cell in state.cells(BLACK):
            return Refusal("F2", phrase("flipflop.refused.taken", square=square))
        if cell not in state.trapping(state.to_move, ALL_LINES):
            return Refusal("F2", phrase("flipflop.refused.traps_nothing", square=square))
        if state.on_offer():
            return Refusal("F4", phrase("flipflop.refused.second_not_diagonal", square=square))
        return Refusal("F3", phrase("flipflop.refused.first_not_straight", square=square))


GAMES = (
    FlipFlop(
        "flipflop",
        phrase("flipflop.title.flipflop"),
        phrase("flipflop.summary.flipflop"),
        (SIZE,),
        {"begins": WHITE, "first_lines": STRAIGHT, "second_lines": DIAGONAL, "ends_when_stuck": False},
    ),
    FlipFlop(
        "othello",
        phrase("flipflop.title.othello"),
        phrase("flipflop.summary.othello"),
        (SIZE,),
        {"begins": BLACK, "first_lines": ALL_LINES, "second_lines": NO_LINES, "ends_when_stuck": True},
        without=("end",),
    ),
)
