"""Checkers for people and screens: facts, names, and the words for every refusal."""

from __future__ import annotations

import re
from dataclasses import replace

from quincunx.core import action_codes, bits
from quincunx.core.display import Board, HudRow, Piece
from quincunx.core.errors import PositionError
from quincunx.core.game import Game
from quincunx.core.move_notation import MoveNotation
from quincunx.core.options import Limit, Lot
from quincunx.core.outcome import Refusal
from quincunx.core.record_format import RecordFormat
from quincunx.core.spec import Setup, Spec
from quincunx.core.weights import read_weights
from quincunx.games.checkers import DARK_KING, DARK_MAN, LIGHT_KING, LIGHT_MAN
from quincunx.games.checkers.evaluate import CheckersEvaluator
from quincunx.games.checkers.numbers import Numbers
from quincunx.games.checkers.pdn import Pdn
from quincunx.games.checkers.rules import CheckersState

FILES = 8
MEN = 12  # a side, at the start
DARK_TILES = 0xAA55AA55AA55AA55
FAR_RANKS = (0xFF00000000000000, 0x00000000000000FF)  # where each player's men are crowned
LETTERS = (("d", "D"), ("l", "L"))  # man and king of each player
LEAVING = 3  # timeouts in a row (K8)

MAN_OF = (Piece(0, "d", "man", shape="ridged"), Piece(1, "l", "man", shape="ridged"))
KING_OF = (Piece(0, "D", "king", shape="ridged-king"), Piece(1, "L", "king", shape="ridged-king"))

_COUNT = re.compile(r"[0-9]{1,9}")
_QUIET = Limit(
    "quiet",
    100,
    "how many turns in a row without a capture and without a man's move make a draw",
    title="Draw without progress",
)


class Checkers(Spec):
    """Checkers where capturing is free, and English draughts."""

    players = ("dark", "light")
    letters = "dDlL"
    codes = {"d": DARK_MAN, "D": DARK_KING, "l": LIGHT_MAN, "L": LIGHT_KING}
    sides = "dl"
    reasons = ("no_pieces", "left", "passes", "quiet", "blocked")
    reason_rules = {
        "no_pieces": ("K9", "One side has no pieces left."),
        "left": ("K8", "One player let the time run out three turns in a row."),
        "passes": ("K10", "Neither player can move."),
        "quiet": ("K10", "For too many turns nothing was captured and no man moved."),
        "blocked": ("K7", "The player to move cannot move, and loses."),
    }

    def new_state(self, game: Game) -> CheckersState:
        return CheckersState(game)

    def evaluator(self, game: Game) -> CheckersEvaluator:
        return CheckersEvaluator(read_weights(__package__, game.key, CheckersEvaluator.names))

    def board(self, game: Game) -> Board:
        return Board(FILES, FILES, chequered=True)

    def pieces(self, state: CheckersState) -> dict[int, Piece]:
        _, jumped, _ = state.chain()
        found = {}
        for player in (0, 1):
            tiles, kings = state.tiles(player)
            for cell in _cells(tiles):
                effects = ("captured",) if jumped >> cell & 1 else ()
                found[cell] = replace(KING_OF[player] if kings >> cell & 1 else MAN_OF[player], effects=effects)
        return found

    def hud(self, state: CheckersState) -> tuple[HudRow, ...]:
        piles, kings = _piles(state), _kings(state)
        words = [_pile_words(pile, self.players[1 - player]) for player, pile in enumerate(piles)]
        return (
            HudRow("Captured", (words[0], words[1]), piles),
            HudRow("Kings", (str(kings[0]), str(kings[1]))),
        )

    def prompt(self, state: CheckersState) -> str:
        if state.game.spec.facts["compulsory"]:
            return "You must jump on with the same piece."
        return "Jump again, or end your turn."  # K4

    def move_notation(self, game: Game) -> MoveNotation:
        return Numbers() if self.facts["compulsory"] else MoveNotation()

    def record_format(self, game: Game) -> RecordFormat | None:
        return Pdn() if self.facts["compulsory"] else None

    def takes(self, state: CheckersState, action: int) -> bool:
        """A jump goes two ranks; what it captures stays on the board until the turn's end."""
        return abs(action_codes.origin_of(action) // FILES - action_codes.target_of(action) // FILES) == 2

    # -- positions --

    def position_fields(self, state: CheckersState) -> dict[str, str]:
        moving, jumped, twice = state.chain()
        quiet, passes, timeouts = state.counters()
        fields = {
            "moving": _squares(state.game, moving),
            "jumped": _squares(state.game, jumped),
            "twice": _squares(state.game, twice),
            "quiet": str(quiet or ""),
            "passes": str(passes or ""),
            "timeouts": f"{timeouts[0]},{timeouts[1]}" if any(timeouts) else "",
        }
        return {name: value for name, value in fields.items() if value}

    def set_up(self, game: Game, setup: Setup) -> CheckersState:
        state = CheckersState(game)
        dark, light = (_read_side(game, setup, player) for player in (0, 1))
        if not (dark, light)[1 - setup.to_move]:
            raise PositionError(
                "the side that is not to move has no pieces", expected="pieces: it would have lost before"
            )
        kings = sum(bits.bit(cell) for cell, letter in enumerate(setup.letters) if letter in ("D", "L"))
        state.place((dark, light), kings, setup.to_move)
        _take_up_chain(state, setup)
        state.count_from(_read_count(setup, "quiet"), *_read_clocks(game, setup))
        if state.over and setup.acted:
            raise PositionError("the game was over before this turn", expected="counts below their limits in a chain")
        return state

    # -- refusals --

    def refusal(self, state: CheckersState, action: int) -> Refusal:
        kind = action_codes.kind_of(action)
        if kind == action_codes.PLACE:
            return Refusal("K1", "Pieces are never placed here: name the tile to go from and the tile to go to.")
        if kind == action_codes.TIMEOUT:
            return Refusal("K8", "The clock does not pass turns in these rules.")
        if kind == action_codes.END:
            return _end_refusal(state)
        if kind == action_codes.PASS:
            return _pass_refusal(state)
        return _move_refusal(state, action_codes.origin_of(action), action_codes.target_of(action))


def _cells(tiles: int) -> list[int]:
    return [cell for cell in range(FILES * FILES) if tiles >> cell & 1]


def _squares(game: Game, tiles: int) -> str:
    return ",".join(game.square(cell) for cell in _cells(tiles))


def _piles(state: CheckersState) -> tuple[tuple[Piece, ...], tuple[Piece, ...]]:
    """What each player has captured, men first."""
    kings, piles = _lost_kings(state), []
    for other in (1, 0):
        men = MEN - bits.count(state.tiles(other)[0]) - kings[other]
        piles.append((MAN_OF[other],) * men + (KING_OF[other],) * kings[other])
    return piles[0], piles[1]


def _lost_kings(state: CheckersState) -> tuple[int, int]:
    """How many kings each player has lost. The board does not show it, but the game so far does."""
    earlier, lost = state.copy(), [0, 0]
    left = _kings(earlier)
    for _ in state.actions():
        earlier.undo()
        before = _kings(earlier)
        lost = [lost[side] + max(0, before[side] - left[side]) for side in (0, 1)]
        left = before
    return lost[0], lost[1]


def _kings(state: CheckersState) -> tuple[int, int]:
    (dark, kings), (light, _) = state.tiles(0), state.tiles(1)
    return bits.count(dark & kings), bits.count(light & kings)


def _pile_words(pile: tuple[Piece, ...], colour: str) -> str:
    kings = sum(piece.name == "king" for piece in pile)
    men = len(pile) - kings
    words = []
    if men:
        words.append(f"1 {colour} man" if men == 1 else f"{men} {colour} men")
    if kings:
        words.append(f"1 {colour} king" if kings == 1 else f"{kings} {colour} kings")
    return ", ".join(words) or "none"


def _read_side(game: Game, setup: Setup, player: int) -> int:
    """The tiles of a player's pieces, where K1 and K6 let them be."""
    man, king = LETTERS[player]
    pieces = sum(bits.bit(cell) for cell, letter in enumerate(setup.letters) if letter in (man, king))
    men = sum(bits.bit(cell) for cell, letter in enumerate(setup.letters) if letter == man)
    if bits.count(pieces) > MEN:
        raise PositionError(
            f"{game.players[player]} has {bits.count(pieces)} pieces", expected=f"at most {MEN} a side (K1)"
        )
    if pieces & ~DARK_TILES:
        raise PositionError(
            f"{_squares(game, pieces & ~DARK_TILES)} is a light tile", expected="pieces on dark tiles, as a1 is"
        )
    if men & FAR_RANKS[player]:
        raise PositionError(f"a man stands on {_squares(game, men & FAR_RANKS[player])}", expected="a king there (K6)")
    return pieces


def _read_tiles(game: Game, setup: Setup, name: str) -> int:
    text = setup.fields.get(name)
    return sum({bits.bit(game.setup_cell(square)) for square in text.split(",")}) if text else 0


def _read_count(setup: Setup, name: str) -> int:
    text = setup.fields.get(name, "0")
    if not _COUNT.fullmatch(text):
        raise PositionError(f"the field {name} is {text[:20]!r}", expected="a whole number")
    return int(text)


def _read_clocks(game: Game, setup: Setup) -> tuple[int, tuple[int, int]]:
    """Forced passes in a row, and timeouts in a row of each player, where the rules have them."""
    if not game.spec.facts["clock_passes"]:
        return 0, (0, 0)
    text = setup.fields.get("timeouts", "0,0")
    dark, comma, light = text.partition(",")
    if not comma or not {dark, light} <= set("0123") or (dark, light)[setup.to_move] == str(LEAVING):
        raise PositionError(
            f"timeouts is {text[:20]!r}", expected="dark's and light's, as in 0,2; three only for who has left"
        )
    return _read_count(setup, "passes"), (int(dark), int(light))


def _take_up_chain(state: CheckersState, setup: Setup) -> None:
    """Read the chain of captures that is under way, if one is (K4, K5)."""
    game = state.game
    moving, jumped = _read_tiles(game, setup, "moving"), _read_tiles(game, setup, "jumped")
    twice = 0 if game.spec.facts["jumped_once"] else _read_tiles(game, setup, "twice")
    if bits.count(jumped) + bits.count(twice) != setup.acted or bits.count(moving) != (setup.acted > 0):
        raise PositionError(
            "moving, jumped and acted do not agree", expected="one moving piece and an action a jump, or none"
        )
    if not setup.acted:
        return
    (mine, kings), (theirs, _) = state.tiles(setup.to_move), state.tiles(1 - setup.to_move)
    if moving & ~mine or jumped & ~theirs or twice & ~jumped or (twice and not moving & kings):
        raise PositionError(
            "the chain does not fit the pieces", expected="a piece of the side to move that jumped enemies (K5)"
        )
    if setup.fields.get("quiet"):
        raise PositionError("quiet turns are counted in a chain of captures", expected="no quiet there (K10)")
    state.take_up(moving, jumped, twice)
    if all(action_codes.kind_of(action) != action_codes.MOVE for action in state.legal_actions()):
        raise PositionError("no capture is left in the chain", expected="the turn to have ended (K4)")


def _end_refusal(state: CheckersState) -> Refusal:
    moving, _, _ = state.chain()
    if moving:
        return Refusal("K4", "The chain must be finished: there is more to capture.")
    return Refusal("K4", "Only a chain of captures can be ended, and none is under way.")


def _pass_refusal(state: CheckersState) -> Refusal:
    moving, _, _ = state.chain()
    if not moving:
        return Refusal("K7", "You can move, so you may not pass.")
    if state.game.spec.facts["compulsory"]:
        return Refusal("K4", "The chain must be finished: there is more to capture.")
    return Refusal("K4", "A chain of captures is closed with end, not with a pass.")


def _move_refusal(state: CheckersState, origin: int, target: int) -> Refusal:
    name = state.game.square
    (mine, kings), (theirs, _) = state.tiles(state.to_move), state.tiles(1 - state.to_move)
    moving, jumped, _ = state.chain()
    if theirs >> origin & 1:
        return Refusal("K1", f"The piece on {name(origin)} is your opponent's.")
    if not mine >> origin & 1:
        return Refusal("K1", f"There is no piece on {name(origin)}.")
    if moving and not moving >> origin & 1:
        return Refusal("K4", f"Only the piece on {name(moving.bit_length() - 1)} may capture on in this turn.")
    files, ranks = target % FILES - origin % FILES, target // FILES - origin // FILES
    if abs(files) != abs(ranks) or not 1 <= abs(files) <= 2:
        return Refusal("K3", "A piece goes one tile diagonally, or two when it jumps an enemy.")
    if not kings >> origin & 1 and (ranks > 0) != (state.to_move == 0):
        return Refusal("K3", "Men go forward only; kings go both ways.")
    if jumped >> target & 1:
        return Refusal("K5", f"The captured piece stays on {name(target)} until the turn ends.")
    if (mine | theirs) >> target & 1:
        return Refusal("K3", f"{name(target)} is taken.")
    if abs(files) == 2:
        return _jump_refusal(state, (origin + target) // 2)
    if moving:
        return Refusal("K4", "After a capture the piece may only capture on.")
    return Refusal("K4", "You must capture where you can.")


def _jump_refusal(state: CheckersState, over: int) -> Refusal:
    name = state.game.square(over)
    theirs, _ = state.tiles(1 - state.to_move)
    if not theirs >> over & 1:
        return Refusal("K3", f"There is no enemy on {name} to jump.")
    if state.game.spec.facts["jumped_once"]:
        return Refusal("K5", f"The piece on {name} has been jumped already.")
    return Refusal("K5", f"The piece on {name} has been jumped twice in this turn.")


GAMES = (
    Checkers(
        "checkers",
        "Checkers",
        "Jump the other side's men off the dark tiles; a man that gets across is a king.",
        (
            Lot("first", "dark", "who takes the first turn", ("dark", "light"), title="Who begins"),
            Limit("passes", 2, "how many forced passes in a row make a draw", title="Draw by passing"),
            _QUIET,
        ),
        {
            "compulsory": False,
            "crowning_stops": False,
            "jumped_once": False,
            "blocked_loses": False,
            "clock_passes": True,
        },
        usual_clock={"kind": "turn", "seconds": 60},  # K8
        abortable=False,  # K9
    ),
    Checkers(
        "draughts",
        "English Draughts",
        "Captures are compulsory, and a blocked player loses.",
        (_QUIET,),
        {
            "compulsory": True,
            "crowning_stops": True,
            "jumped_once": True,
            "blocked_loses": True,
            "clock_passes": False,
        },
        without=("end", "pass"),
    ),
)
