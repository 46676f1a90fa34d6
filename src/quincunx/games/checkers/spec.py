"""The checkers specs for the user interface: facts, names, and the message for every illegal action."""

from __future__ import annotations

import re
from dataclasses import fields, replace

from quincunx.core import action_codes, bits
from quincunx.core.display import Board, HudRow, Piece
from quincunx.core.errors import PositionError
from quincunx.core.game import Game
from quincunx.core.geometry import DIAGONAL, Pairs, lines
from quincunx.core.move_notation import MoveNotation
from quincunx.core.options import Limit, RandomWord
from quincunx.core.outcome import Refusal
from quincunx.core.record_format import RecordFormat
from quincunx.core.spec import Kind, Setup, Spec
from quincunx.core.weights import read_weights
from quincunx.games.checkers import DARK_KING, DARK_MAN, LIGHT_KING, LIGHT_MAN
from quincunx.games.checkers.evaluate import CheckersEvaluator
from quincunx.games.checkers.exact import TableSolver
from quincunx.games.checkers.numbers import Numbers
from quincunx.games.checkers.opened_tables import known_tables
from quincunx.games.checkers.pdn import Pdn
from quincunx.games.checkers.prober import CheckersProber
from quincunx.games.checkers.rules import CheckersState
from quincunx.games.checkers.table_file import Rules
from quincunx.games.checkers.table_maker import CheckersTableMaker
from quincunx.words import Text, phrase

FILES = 8
MEN = 12  # per side at the start
DARK_TILES = 0xAA55AA55AA55AA55
FAR_RANKS = (0xFF00000000000000, 0x00000000000000FF)  # where each player's men are crowned
LETTERS = (("d", "D"), ("l", "L"))  # man and king of each player
LEAVING = 3  # timeouts in a row (K8)

DARK, LIGHT = phrase("checkers.side.dark"), phrase("checkers.side.light")

_MAN, _KING = phrase("checkers.piece.man"), phrase("checkers.piece.king")
MAN_OF = (Piece(0, "d", _MAN, shape="ridged"), Piece(1, "l", _MAN, shape="ridged"))
KING_OF = (Piece(0, "D", _KING, shape="ridged-king"), Piece(1, "L", _KING, shape="ridged-king"))

_COUNT = re.compile(r"[0-9]{1,9}")
_QUIET = Limit("quiet", 100, phrase("checkers.option.quiet_help"), title=phrase("checkers.option.quiet"))
_JUMPED = (phrase("checkers.effect.captured"),)
_CAPTURED, _KINGS = phrase("checkers.hud.captured"), phrase("checkers.hud.kings")
_JUMP_AGAIN, _MUST_JUMP_AGAIN = phrase("checkers.prompt.jump_again"), phrase("checkers.prompt.must_jump_again")


class Checkers(Spec):
    """Checkers, in which capturing is optional, and English draughts."""

    players = (DARK, LIGHT)
    letters = "dDlL"
    codes = {"d": DARK_MAN, "D": DARK_KING, "l": LIGHT_MAN, "L": LIGHT_KING}
    sides = "dl"
    flip = 63
    reasons = ("no_pieces", "left", "passes", "quiet", "blocked")
    reason_rules = {
        "no_pieces": ("K9", phrase("checkers.reason.no_pieces")),
        "left": ("K8", phrase("checkers.reason.left")),
        "passes": ("K10", phrase("checkers.reason.passes")),
        "quiet": ("K10", phrase("checkers.reason.quiet")),
        "blocked": ("K7", phrase("checkers.reason.blocked")),
    }

    def new_state(self, game: Game) -> CheckersState:
        return CheckersState(game)

    def evaluator(self, game: Game) -> CheckersEvaluator:
        return CheckersEvaluator(read_weights(__package__, game.key, CheckersEvaluator.names))

    def prober(self, game: Game) -> CheckersProber | None:
        if game.options.get("passes") == 1:  # a single forced pass would be a draw, which the tables do not know
            return None
        tables = known_tables(self.key, self._table_rules())
        return CheckersProber(tables, self._table_rules()) if tables.most else None

    def solver(self, game: Game) -> TableSolver | None:
        prober = self.prober(game)
        return None if prober is None else TableSolver(prober)

    def table_maker(self) -> CheckersTableMaker:
        return CheckersTableMaker(self.key, self._table_rules())

    def _table_rules(self) -> Rules:
        return Rules(**{field.name: self.facts[field.name] for field in fields(Rules)})

    def board(self, game: Game) -> Board:
        return Board(FILES, FILES, chequered=True)

    def paths(self, game: Game, kind: Kind | None) -> Pairs:
        return [pair for pair in lines(game.board, DIAGONAL, 2) if sum(divmod(pair[0], FILES)) % 2 == 0]  # K3

    def pieces(self, state: CheckersState) -> dict[int, Piece]:
        _, jumped, _ = state.chain()
        found = {}
        for player in (0, 1):
            tiles, kings = state.tiles(player)
            for cell in _cells(tiles):
                effects = _JUMPED if jumped >> cell & 1 else ()
                found[cell] = replace(KING_OF[player] if kings >> cell & 1 else MAN_OF[player], effects=effects)
        return found

    def hud(self, state: CheckersState) -> tuple[HudRow, ...]:
        piles, kings = _piles(state), _kings(state)
        words = [_pile_words(pile, colour) for pile, colour in zip(piles, ("light", "dark"), strict=True)]
        return (
            HudRow(_CAPTURED, (words[0], words[1]), piles),
            HudRow(_KINGS, (str(kings[0]), str(kings[1]))),
        )

    def prompt(self, state: CheckersState) -> Text:
        if state.game.spec.facts["compulsory"]:
            return _MUST_JUMP_AGAIN
        return _JUMP_AGAIN  # K4

    def move_notation(self, game: Game) -> MoveNotation:
        return Numbers() if self.facts["compulsory"] else MoveNotation()

    def record_format(self, game: Game) -> RecordFormat | None:
        return Pdn() if self.facts["compulsory"] else None

    def takes(self, state: CheckersState, action: int) -> bool:
        """Return whether the action is a jump of two ranks; captured pieces stay on the board until the turn ends."""
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
                phrase("checkers.position.nothing_left"), expected=phrase("checkers.position.nothing_left_expected")
            )
        kings = sum(bits.bit(cell) for cell, letter in enumerate(setup.letters) if letter in ("D", "L"))
        state.place((dark, light), kings, setup.to_move)
        _take_up_chain(state, setup)
        state.count_from(_read_count(setup, "quiet"), *_read_clocks(game, setup))
        if state.over and setup.acted:
            raise PositionError(phrase("checkers.position.over"), expected=phrase("checkers.position.over_expected"))
        return state

    # -- refusals --

    def refusal(self, state: CheckersState, action: int) -> Refusal:
        kind = action_codes.kind_of(action)
        if kind == action_codes.PLACE:
            return Refusal("K1", phrase("checkers.refused.placement"))
        if kind == action_codes.TIMEOUT:
            return Refusal("K8", phrase("checkers.refused.timeout"))
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
    """Return the pieces that each player has captured, men first."""
    kings, piles = _lost_kings(state), []
    for other in (1, 0):
        men = MEN - bits.count(state.tiles(other)[0]) - kings[other]
        piles.append((MAN_OF[other],) * men + (KING_OF[other],) * kings[other])
    return piles[0], piles[1]


def _lost_kings(state: CheckersState) -> tuple[int, int]:
    """Return how many kings each player has lost, from the game's actions, because the board doesn't show it."""
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


def _pile_words(pile: tuple[Piece, ...], colour: str) -> Text:
    kings = sum(piece in KING_OF for piece in pile)
    men = len(pile) - kings
    if not pile:
        return phrase("checkers.captured.none")
    told_men = phrase(f"checkers.captured.{colour}_men", count=men)
    told_kings = phrase(f"checkers.captured.{colour}_kings", count=kings)
    if men and kings:
        return phrase("checkers.captured.both", men=told_men, kings=told_kings)
    return told_men if men else told_kings


def _read_side(game: Game, setup: Setup, player: int) -> int:
    """Return the tiles of a player's pieces; raise PositionError if K1 or K6 doesn't allow them."""
    man, king = LETTERS[player]
    pieces = sum(bits.bit(cell) for cell, letter in enumerate(setup.letters) if letter in (man, king))
    men = sum(bits.bit(cell) for cell, letter in enumerate(setup.letters) if letter == man)
    if bits.count(pieces) > MEN:
        problem = phrase("checkers.position.too_many", side=game.players[player], count=bits.count(pieces))
        raise PositionError(problem, expected=phrase("checkers.position.too_many_expected", most=MEN))
    if wrong := pieces & ~DARK_TILES:
        problem = phrase("checkers.position.light_tile", squares=_squares(game, wrong), count=bits.count(wrong))
        raise PositionError(problem, expected=phrase("checkers.position.light_tile_expected"))
    if wrong := men & FAR_RANKS[player]:
        count = bits.count(wrong)
        problem = phrase("checkers.position.uncrowned", squares=_squares(game, wrong), count=count)
        raise PositionError(problem, expected=phrase("checkers.position.uncrowned_expected", count=count))
    return pieces


def _read_tiles(game: Game, setup: Setup, name: str) -> int:
    text = setup.fields.get(name)
    return sum({bits.bit(game.setup_cell(square)) for square in text.split(",")}) if text else 0


def _read_count(setup: Setup, name: str) -> int:
    text = setup.fields.get(name, "0")
    if not _COUNT.fullmatch(text):
        problem = phrase("checkers.position.field", name=name, value=repr(text[:20]))
        raise PositionError(problem, expected=phrase("checkers.position.field_expected"))
    return int(text)


def _read_clocks(game: Game, setup: Setup) -> tuple[int, tuple[int, int]]:
    """Return the forced passes and each player's timeouts in a row, if the rules have them."""
    if not game.spec.facts["clock_passes"]:
        return 0, (0, 0)
    text = setup.fields.get("timeouts", "0,0")
    dark, comma, light = text.partition(",")
    if not comma or not {dark, light} <= set("0123") or (dark, light)[setup.to_move] == str(LEAVING):
        problem = phrase("checkers.position.timeouts", value=repr(text[:20]))
        raise PositionError(problem, expected=phrase("checkers.position.timeouts_expected"))
    return _read_count(setup, "passes"), (int(dark), int(light))


def _take_up_chain(state: CheckersState, setup: Setup) -> None:
    """Read the current chain of captures, if there is one (K4, K5)."""
    game = state.game
    moving, jumped = _read_tiles(game, setup, "moving"), _read_tiles(game, setup, "jumped")
    twice = 0 if game.spec.facts["jumped_once"] else _read_tiles(game, setup, "twice")
    if bits.count(jumped) + bits.count(twice) != setup.acted or bits.count(moving) != (setup.acted > 0):
        raise PositionError(
            phrase("checkers.position.chain_fields"), expected=phrase("checkers.position.chain_fields_expected")
        )
    if not setup.acted:
        return
    (mine, kings), (theirs, _) = state.tiles(setup.to_move), state.tiles(1 - setup.to_move)
    if moving & ~mine or jumped & ~theirs or twice & ~jumped or (twice and not moving & kings):
        raise PositionError(phrase("checkers.position.chain"), expected=phrase("checkers.position.chain_expected"))
    if setup.fields.get("quiet"):
        raise PositionError(
            phrase("checkers.position.quiet_in_chain"), expected=phrase("checkers.position.quiet_in_chain_expected")
        )
    state.take_up(moving, jumped, twice)
    if all(action_codes.kind_of(action) != action_codes.MOVE for action in state.legal_actions()):
        raise PositionError(
            phrase("checkers.position.finished_chain"), expected=phrase("checkers.position.finished_chain_expected")
        )


def _end_refusal(state: CheckersState) -> Refusal:
    moving, _, _ = state.chain()
    if moving:
        return Refusal("K4", phrase("checkers.refused.more_to_capture"))
    return Refusal("K4", phrase("checkers.refused.end"))


def _pass_refusal(state: CheckersState) -> Refusal:
    moving, _, _ = state.chain()
    if not moving:
        return Refusal("K7", phrase("checkers.refused.pass"))
    if state.game.spec.facts["compulsory"]:
        return Refusal("K4", phrase("checkers.refused.more_to_capture"))
    return Refusal("K4", phrase("checkers.refused.pass_in_chain"))


def _move_refusal(state: CheckersState, origin: int, target: int) -> Refusal:
    name = state.game.square
    (mine, kings), (theirs, _) = state.tiles(state.to_move), state.tiles(1 - state.to_move)
    moving, jumped, _ = state.chain()
    if theirs >> origin & 1:
        return Refusal("K1", phrase("checkers.refused.opponents", square=name(origin)))
    if not mine >> origin & 1:
        return Refusal("K1", phrase("checkers.refused.no_piece", square=name(origin)))
    if moving and not moving >> origin & 1:
        return Refusal("K4", phrase("checkers.refused.other_piece", square=name(moving.bit_length() - 1)))
    files, ranks = target % FILES - origin % FILES, target // FILES - origin // FILES
    if abs(files) != abs(ranks) or not 1 <= abs(files) <= 2:
        return Refusal("K3", phrase("checkers.refused.distance"))
    if not kings >> origin & 1 and (ranks > 0) != (state.to_move == 0):
        return Refusal("K3", phrase("checkers.refused.backward"))
    if jumped >> target & 1:
        return Refusal("K5", phrase("checkers.refused.captured_stays", square=name(target)))
    if (mine | theirs) >> target & 1:
        return Refusal("K3", phrase("checkers.refused.taken", square=name(target)))
    if abs(files) == 2:
        return _jump_refusal(state, (origin + target) // 2)
    if moving:
        return Refusal("K4", phrase("checkers.refused.step_after_capture"))
    return Refusal("K4", phrase("checkers.refused.must_capture"))


def _jump_refusal(state: CheckersState, over: int) -> Refusal:
    square = state.game.square(over)
    theirs, _ = state.tiles(1 - state.to_move)
    if not theirs >> over & 1:
        return Refusal("K3", phrase("checkers.refused.nothing_to_jump", square=square))
    if state.game.spec.facts["jumped_once"]:
        return Refusal("K5", phrase("checkers.refused.jumped", square=square))
    return Refusal("K5", phrase("checkers.refused.jumped_twice", square=square))


GAMES = (
    Checkers(
        "checkers",
        phrase("checkers.title.checkers"),
        phrase("checkers.summary.checkers"),
        (
            RandomWord(
                "first",
                "dark",
                phrase("checkers.option.first_help"),
                ("dark", "light"),
                called=(DARK, LIGHT),
                title=phrase("checkers.option.first"),
            ),
            Limit("passes", 2, phrase("checkers.option.passes_help"), title=phrase("checkers.option.passes")),
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
        phrase("checkers.title.draughts"),
        phrase("checkers.summary.draughts"),
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
