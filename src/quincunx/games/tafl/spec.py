"""Tafl games for people and screens: facts, names, and the words for every refusal."""

from __future__ import annotations

import re

from quincunx.core import action_codes
from quincunx.core.display import Board, HudRow, Piece
from quincunx.core.errors import PositionError
from quincunx.core.game import Game
from quincunx.core.options import Limit
from quincunx.core.outcome import Refusal
from quincunx.core.spec import Setup, Spec
from quincunx.core.weights import read_weights
from quincunx.games.tafl import ATTACKER, DEFENDER, KING
from quincunx.games.tafl.evaluate import TaflEvaluator
from quincunx.games.tafl.rules import TaflState

_NUMBER = re.compile(r"[0-9]{1,9}")

_QUIET = Limit("quiet", 200, "how many moves in a row without a capture make a draw", title="Draw without progress")
_DRAWN = (
    Limit("repetition", 3, "how many occurrences of a position make a draw", title="Draw by repetition"),
    _QUIET,
)
_LOST = (
    Limit(
        "repetition",
        3,
        "how many occurrences of a position lose the game for the defenders",
        title="Loss by repetition",
    ),
    _QUIET,
)
_ONE_MOVE = ("end", "pass")  # H2, H10: a turn is one move, and nobody passes

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

_ATTACKER = Piece(0, "a", "attacker", shape="faceted")
_DEFENDER = Piece(1, "d", "defender", shape="disc")
_KING = Piece(1, "k", "king", shape="crowned")


class Tafl(Spec):
    """The siege of a king: tafl games on boards of 7×7 to 11×11."""

    players = ("attackers", "defenders")
    letters = "adk"
    codes = {"a": ATTACKER, "d": DEFENDER, "k": KING}
    sides = "ad"
    reasons = ("king_escaped", "king_captured", "surrounded", "no_action", "repetition", "quiet", "edge_fort")
    told_reasons = ("king_captured", "repetition")
    reason_rules = {
        "king_escaped": ("H7", "The king has escaped."),
        "king_captured": ("H8", "The king is captured."),
        "surrounded": ("H9", "The king's side is surrounded."),
        "no_action": ("H10", "The player to move has no move left."),
        "repetition": ("H11", "The same position has come up too often."),
        "quiet": ("H11", "Nothing has been captured for too long."),
        "edge_fort": ("H13", "The king has an edge fort that cannot be broken."),
    }

    def new_state(self, game: Game) -> TaflState:
        return TaflState(game)

    def evaluator(self, game: Game) -> TaflEvaluator:
        return TaflEvaluator(read_weights(__package__, game.key, TaflEvaluator.names))

    def board(self, game: Game) -> Board:
        files = game.spec.facts["setup"].count("/") + 1
        marks = {files * files // 2: "throne"}
        if game.spec.facts["goal"] == "corners":
            marks |= dict.fromkeys((0, files - 1, files * files - files, files * files - 1), "corner")
        names = {"throne": "throne", "corner": "corner"}
        return Board(files, files, marks, mark_names={mark: names[mark] for mark in marks.values()})

    def pieces(self, state: TaflState) -> dict[int, Piece]:
        attackers = dict.fromkeys(_cells(state.squares(0)), _ATTACKER)
        defenders = dict.fromkeys(_cells(state.squares(1)), _DEFENDER)
        return attackers | defenders | {state.king_cell(): _KING}

    def hud(self, state: TaflState) -> tuple[HudRow, ...]:
        setup = state.game.spec.facts["setup"]
        lost = [setup.count(letter) - state.squares(side).bit_count() for side, letter in enumerate("ad")]
        words = [_counted(count, piece.name) for count, piece in zip(lost, (_ATTACKER, _DEFENDER), strict=True)]
        return (HudRow("Captured", (words[0], words[1]), ((_ATTACKER,) * lost[0], (_DEFENDER,) * lost[1])),)

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
            raise PositionError("a turn is under way", expected="acted:0, for a turn is one action (H2)")
        if len(cells["k"]) != 1:
            raise PositionError(f"there are {len(cells['k'])} kings", expected="one king (H1)")
        for letter, name in (("a", "attackers"), ("d", "defenders")):
            most = game.spec.facts["setup"].count(letter)
            if len(cells[letter]) > most:
                raise PositionError(f"there are {len(cells[letter])} {name}", expected=f"at most {most} (H1)")
        for cell in cells["a"] + cells["d"]:
            if cell in game.board.marks:
                raise PositionError(f"a man stands on {game.square(cell)}", expected="only the king there (H4)")
        quiet = setup.fields.get("quiet") or "0"
        if not _NUMBER.fullmatch(quiet) or int(quiet) > game.options["quiet"]:
            raise PositionError(f"quiet is {quiet[:20]!r}", expected=f"a number up to {game.options['quiet']} (H11)")
        state = TaflState(game)
        attackers, defenders = (sum(1 << cell for cell in cells[letter]) for letter in "ad")
        state.place(attackers, defenders, cells["k"][0], setup.to_move, int(quiet))
        return state

    def refusal(self, state: TaflState, action: int) -> Refusal:
        kind = action_codes.kind_of(action)
        if kind == action_codes.PLACE:
            return Refusal("H3", "Pieces are never placed here: name the square to go from and the square to go to.")
        if kind == action_codes.PASS:
            return Refusal("H10", "There is no passing: a player who can move must move.")
        if kind == action_codes.END:
            return Refusal("H2", "A turn is one move, and ends by itself.")
        if kind == action_codes.TIMEOUT:
            return Refusal("H2", "The clock does not pass turns in this game.")
        return self._move_refusal(state, action_codes.origin_of(action), action_codes.target_of(action))

    def _move_refusal(self, state: TaflState, origin: int, target: int) -> Refusal:
        name = state.game.square
        piece = _piece_at(state, origin)
        if piece is None:
            return Refusal("H3", f"There is no piece on {name(origin)}.")
        if piece.owner != state.to_move:
            return Refusal("H2", f"The {piece.name} on {name(origin)} is your opponent's.")
        if origin == target:
            return Refusal("H3", "A piece must go to another square.")
        path = _path(origin, target, state.game.board.files)
        if not path:
            return Refusal("H3", "Pieces move along a row or a column.")
        if _piece_at(state, target) is not None:
            return Refusal("H3", f"{name(target)} is taken.")
        for cell in path:
            in_the_way = _piece_at(state, cell)
            if in_the_way is not None:
                return Refusal("H3", f"The {in_the_way.name} on {name(cell)} is in the way.")
        square = "the throne" if state.game.board.marks[target] == "throne" else "a corner"
        return Refusal("H4", f"{name(target)} is {square}: only the king may stop there.")


def _piece_at(state: TaflState, cell: int) -> Piece | None:
    """The piece on a cell; asked for often, when nothing on a board can move."""
    if cell == state.king_cell():
        return _KING
    for side, piece in ((0, _ATTACKER), (1, _DEFENDER)):
        if state.squares(side) >> cell & 1:
            return piece
    return None


def _counted(count: int, name: str) -> str:
    """So many pieces, in words."""
    if not count:
        return "none"
    return f"1 {name}" if count == 1 else f"{count} {name}s"


def _cells(squares: int) -> list[int]:
    """The cells of a set of squares."""
    return [cell for cell in range(squares.bit_length()) if squares >> cell & 1]


def _path(origin: int, target: int, files: int) -> list[int]:
    """The squares behind the origin up to the target, where both are on one row or column; none where they are not."""
    if origin // files == target // files:
        step = 1
    elif origin % files == target % files:
        step = files
    else:
        return []
    if target < origin:
        step = -step
    return list(range(origin + step, target + step, step))


GAMES = (
    Tafl(
        "hnefatafl",
        "Hnefatafl",
        "Attackers lay siege to a king; his defenders break it and bring him to safety.",
        _DRAWN,
        _HNEFATAFL,
        without=_ONE_MOVE,
    ),
    Tafl(
        "copenhagen",
        "Copenhagen Hnefatafl",
        "11×11, the Copenhagen rules of 2012: shield walls, edge forts, repetition lost by the defenders.",
        _LOST,
        _COPENHAGEN,
        without=_ONE_MOVE,
    ),
    Tafl(
        "tablut",
        "Tablut",
        "9×9, the Tablut rules of Aage Nielsen: the king escapes over the edge and is captured from two sides.",
        _DRAWN,
        _TABLUT,
        without=_ONE_MOVE,
    ),
    Tafl(
        "brandubh",
        "Brandubh",
        "7×7, the Brandubh rules of Aage Nielsen: the king escapes to a corner and is captured from two sides.",
        _DRAWN,
        _BRANDUBH,
        without=_ONE_MOVE,
    ),
)
