"""The specs of the tafl games for the user interface: facts, names, and the message for every illegal action."""

from __future__ import annotations

import re

from quincunx.core import action_codes
from quincunx.core.display import Board, HudRow, Piece
from quincunx.core.errors import PositionError
from quincunx.core.game import Game
from quincunx.core.geometry import STRAIGHT, Pairs, lines
from quincunx.core.options import Limit
from quincunx.core.outcome import Refusal
from quincunx.core.spec import Kind, Setup, Spec
from quincunx.core.weights import read_weights
from quincunx.games.tafl import ATTACKER, DEFENDER, KING
from quincunx.games.tafl.evaluate import TaflEvaluator
from quincunx.games.tafl.rules import TaflState
from quincunx.words import phrase

_NUMBER = re.compile(r"[0-9]{1,9}")

ATTACKERS = phrase("tafl.side.attackers")
DEFENDERS = phrase("tafl.side.defenders")

_QUIET = Limit("quiet", 200, phrase("tafl.option.quiet_help"), title=phrase("tafl.option.quiet"))
_DRAWN = (
    Limit(
        "repetition",
        3,
        phrase("tafl.option.draw_by_repetition_help"),
        title=phrase("tafl.option.draw_by_repetition"),
    ),
    _QUIET,
)
_LOST = (
    Limit(
        "repetition",
        3,
        phrase("tafl.option.loss_by_repetition_help"),
        title=phrase("tafl.option.loss_by_repetition"),
    ),
    _QUIET,
)
_ONE_MOVE = ("end", "pass")  # H2, H10: a turn is one move, and passing is not allowed

_HNEFATAFL = {
    "setup": "3aaaaa3/5a5/11/a4d4a/a3ddd3a/aa1ddkdd1aa/a3ddd3a/a4d4a/11/5a5/3aaaaa3",
    "goal": "corners",  # or edge: where the king escapes, H7
    "king_sides": 4,  # or 2: how many attackers capture a king away from the throne, H8
    "shield_walls": False,  # H12
    "edge_forts": False,  # H13
    "repetition": "drawn",  # or lost by the king's side: H11, H14
}
_COPENHAGEN = _HNEFATAFL | {"shield_walls": True, "edge_forts": True, "repetition": "lost"}
_TABLUT = _HNEFATAFL | {
    "setup": "3aaa3/4a4/4d4/a3d3a/aaddkddaa/a3d3a/4d4/4a4/3aaa3",
    "goal": "edge",
    "king_sides": 2,
}
_BRANDUBH = _HNEFATAFL | {"setup": "3a3/3a3/3d3/aadkdaa/3d3/3a3/3a3", "king_sides": 2}

_ATTACKER = Piece(0, "a", phrase("tafl.piece.attacker"), shape="faceted")
_DEFENDER = Piece(1, "d", phrase("tafl.piece.defender"), shape="disc")
_KING = Piece(1, "k", phrase("tafl.piece.king"), shape="crowned")

THRONE, CORNER = "ringed-knot", "knot"  # how they are drawn
_MARKS = {THRONE: phrase("tafl.mark.throne"), CORNER: phrase("tafl.mark.corner")}
_CAPTURED = phrase("tafl.captured.label")


class Tafl(Spec):
    """Tafl games, the siege of a king, on boards from 7×7 to 11×11."""

    players = (ATTACKERS, DEFENDERS)
    letters = "adk"
    codes = {"a": ATTACKER, "d": DEFENDER, "k": KING}
    sides = "ad"
    reasons = ("king_escaped", "king_captured", "surrounded", "no_action", "repetition", "quiet", "edge_fort")
    told_reasons = ("king_captured", "repetition")
    reason_rules = {
        "king_escaped": ("H7", phrase("tafl.reason.king_escaped")),
        "king_captured": ("H8", phrase("tafl.reason.king_captured")),
        "surrounded": ("H9", phrase("tafl.reason.surrounded")),
        "no_action": ("H10", phrase("tafl.reason.no_action")),
        "repetition": ("H11", phrase("tafl.reason.repetition")),
        "quiet": ("H11", phrase("tafl.reason.quiet")),
        "edge_fort": ("H13", phrase("tafl.reason.edge_fort")),
    }

    def new_state(self, game: Game) -> TaflState:
        return TaflState(game)

    def evaluator(self, game: Game) -> TaflEvaluator:
        return TaflEvaluator(read_weights(__package__, game.key, TaflEvaluator.names), game.board.files)

    def board(self, game: Game) -> Board:
        files = game.spec.facts["setup"].count("/") + 1
        marks = {files * files // 2: THRONE}
        if game.spec.facts["goal"] == "corners":
            marks |= dict.fromkeys((0, files - 1, files * files - files, files * files - 1), CORNER)
        return Board(files, files, marks, mark_names={mark: _MARKS[mark] for mark in marks.values()})

    def paths(self, game: Game, kind: Kind | None) -> Pairs:
        return lines(game.board, STRAIGHT, game.board.files)  # H3

    def pieces(self, state: TaflState) -> dict[int, Piece]:
        attackers = dict.fromkeys(_cells(state.squares(0)), _ATTACKER)
        defenders = dict.fromkeys(_cells(state.squares(1)), _DEFENDER)
        return attackers | defenders | {state.king_cell(): _KING}

    def hud(self, state: TaflState) -> tuple[HudRow, ...]:
        setup = state.game.spec.facts["setup"]
        lost = [setup.count(letter) - state.squares(side).bit_count() for side, letter in enumerate("ad")]
        words = (
            phrase("tafl.captured.attackers", count=lost[0]),
            phrase("tafl.captured.defenders", count=lost[1]),
        )
        return (HudRow(_CAPTURED, words, ((_ATTACKER,) * lost[0], (_DEFENDER,) * lost[1])),)

    def takes(self, state: TaflState, action: int) -> bool:
        other = 1 - state.to_move
        before = state.squares(other)
        state.apply(action)
        outcome = state.outcome()
        taken = state.squares(other) != before or (outcome is not None and outcome.reason == "king_captured")
        state.undo()
        return taken

    def position_fields(self, state: TaflState) -> dict[str, str]:
        return {"quiet": str(state.quiet_actions())} if state.quiet_actions() else {}

    def set_up(self, game: Game, setup: Setup) -> TaflState:
        cells = {letter: [cell for cell, found in enumerate(setup.letters) if found == letter] for letter in "adk"}
        if setup.acted:
            raise PositionError(phrase("tafl.position.acted"), expected=phrase("tafl.position.acted_expected"))
        if len(cells["k"]) != 1:
            problem = phrase("tafl.position.kings", count=len(cells["k"]))
            raise PositionError(problem, expected=phrase("tafl.position.kings_expected"))
        for letter, men in (("a", ATTACKERS), ("d", DEFENDERS)):
            most = game.spec.facts["setup"].count(letter)
            if len(cells[letter]) > most:
                problem = phrase("tafl.position.too_many", count=len(cells[letter]), men=men)
                raise PositionError(problem, expected=phrase("tafl.position.too_many_expected", count=most))
        for cell in cells["a"] + cells["d"]:
            if cell in game.board.marks:
                problem = phrase("tafl.position.man_on_mark", square=game.square(cell))
                raise PositionError(problem, expected=phrase("tafl.position.man_on_mark_expected"))
        quiet, most = setup.fields.get("quiet") or "0", game.options["quiet"]
        if not _NUMBER.fullmatch(quiet) or int(quiet) > most:
            problem = phrase("tafl.position.quiet", value=repr(quiet[:20]))
            raise PositionError(problem, expected=phrase("tafl.position.quiet_expected", most=most))
        state = TaflState(game)
        attackers, defenders = (sum(1 << cell for cell in cells[letter]) for letter in "ad")
        state.place(attackers, defenders, cells["k"][0], setup.to_move, int(quiet))
        return state

    def refusal(self, state: TaflState, action: int) -> Refusal:
        kind = action_codes.kind_of(action)
        if kind == action_codes.PLACE:
            return Refusal("H3", phrase("tafl.refused.placement"))
        if kind == action_codes.PASS:
            return Refusal("H10", phrase("tafl.refused.pass"))
        if kind == action_codes.END:
            return Refusal("H2", phrase("tafl.refused.end"))
        if kind == action_codes.TIMEOUT:
            return Refusal("H2", phrase("tafl.refused.timeout"))
        return self._move_refusal(state, action_codes.origin_of(action), action_codes.target_of(action))

    def _move_refusal(self, state: TaflState, origin: int, target: int) -> Refusal:
        name = state.game.square
        piece = _piece_at(state, origin)
        if piece is None:
            return Refusal("H3", phrase("tafl.refused.no_piece", square=name(origin)))
        if piece.owner != state.to_move:
            return Refusal("H2", phrase("tafl.refused.opponents", piece=piece.name, square=name(origin)))
        if origin == target:
            return Refusal("H3", phrase("tafl.refused.same_square"))
        path = _path(origin, target, state.game.board.files)
        if not path:
            return Refusal("H3", phrase("tafl.refused.crooked"))
        if _piece_at(state, target) is not None:
            return Refusal("H3", phrase("tafl.refused.taken", square=name(target)))
        for cell in path:
            in_the_way = _piece_at(state, cell)
            if in_the_way is not None:
                return Refusal("H3", phrase("tafl.refused.in_the_way", piece=in_the_way.name, square=name(cell)))
        if state.game.board.marks[target] == THRONE:
            return Refusal("H4", phrase("tafl.refused.throne", square=name(target)))
        return Refusal("H4", phrase("tafl.refused.corner", square=name(target)))


def _piece_at(state: TaflState, cell: int) -> Piece | None:
    """Return the piece on a cell. It is called often, so it doesn't build all pieces."""
    if cell == state.king_cell():
        return _KING
    for side, piece in ((0, _ATTACKER), (1, _DEFENDER)):
        if state.squares(side) >> cell & 1:
            return piece
    return None


def _cells(squares: int) -> list[int]:
    """Return the cells of a set of squares."""
    return [cell for cell in range(squares.bit_length()) if squares >> cell & 1]


def _path(origin: int, target: int, files: int) -> list[int]:
    """Return the squares after the origin up to the target; empty if they are not on one row or column."""
    if origin // files == target // files:
        step = 1
    elif origin % files == target % files:
        step = files
    else:
        return []
    if target < origin:
        step = -step
    return list(range(origin + step, target + step, step))


GAMES = tuple(
    Tafl(key, phrase(f"tafl.title.{key}"), phrase(f"tafl.summary.{key}"), options, facts, without=_ONE_MOVE)
    for key, options, facts in (
        ("hnefatafl", _DRAWN, _HNEFATAFL),
        ("copenhagen", _LOST, _COPENHAGEN),
        ("tablut", _DRAWN, _TABLUT),
        ("brandubh", _DRAWN, _BRANDUBH),
    )
)
