"""Positions: one line of text that describes a state completely.

    <board> <side> [positional fields of the game] [name:value ...]

The board is written rank by rank from the top, as in a FEN: letters for pieces, numbers for runs of empty squares,
`/` between ranks. Every game has these fields:

    turn:12 ply:14   turns and actions so far (default: as few as the side to move allows; if the game's own fields
                     give the turn, only a ply that does not follow from it is written)
    acted:1          actions so far in the current turn
    over:REASON/SIDE the game is over, and this side has won (`-` for a draw)
    seen:KEY,KEY     keys of the positions that count for repetition (default: counting starts here)
"""

from __future__ import annotations

import re

from quincunx.core.errors import PositionError
from quincunx.core.game import Game
from quincunx.core.listing import any_of
from quincunx.core.spec import Setup
from quincunx.core.state import State
from quincunx.words import phrase

_RUN = re.compile(r"[0-9]+|.", re.DOTALL)
_NUMBER = re.compile(r"[0-9]{1,9}")
_KEYS = re.compile(r"[0-9a-f]{16}(,[0-9a-f]{16})*")
_SHARED = ("turn", "ply", "acted", "over", "seen")


def write_position(state: State) -> str:
    """Return the state as one line of text."""
    spec = state.game.spec
    own = spec.position_fields(state)
    words = [write_board(state.game, spec.position_letters(state)), spec.sides[state.to_move]]
    implied = spec.told_turn(state.to_move, own)
    words += [own.pop(name) for name in spec.positional]
    shared = {"turn": state.turn, "ply": state.ply, "acted": state.acted}
    if implied is not None:
        del shared["turn"]
        if state.ply == implied + state.acted:
            del shared["ply"]
    fields = own | {name: str(value) for name, value in shared.items() if value and name not in spec.positional}
    outcome = state.outcome()
    if outcome is not None:
        winner = "-" if outcome.winner is None else spec.sides[outcome.winner]
        fields["over"] = f"{outcome.reason}/{winner}"
    if state.seen():
        fields["seen"] = ",".join(f"{key:016x}" for key in state.seen())
    return " ".join([*words, *(f"{name}:{value}" for name, value in fields.items())])


def write_board(game: Game, letters: dict[int, str]) -> str:
    """Return the board's text, rank by rank from the top."""
    files, ranks = game.board.files, game.board.ranks
    rows = []
    for rank in reversed(range(ranks)):
        row, run = "", 0
        for cell in range(rank * files, (rank + 1) * files):
            if cell in letters:
                row += (str(run) if run else "") + letters[cell]
                run = 0
            else:
                run += 1
        rows.append(row + (str(run) if run else ""))
    return "/".join(rows)


def read_position(game: Game, text: str) -> State:
    """Return the state that the text describes; raise PositionError if it is invalid."""
    spec = game.spec
    words = text.split()
    if len(words) < 2 + len(spec.positional):
        shape = " ".join(["board", "side", *spec.positional, "[name:value ...]"])
        raise PositionError(
            phrase("notation.position.too_short"), expected=phrase("notation.position.form", form=shape)
        )
    letters = _read_board(game, words[0])
    if words[1] not in tuple(spec.sides):
        raise PositionError(phrase("notation.no_side", side=repr(words[1][:20])), expected=any_of(spec.sides))
    fields = dict(zip(spec.positional, words[2:], strict=False))
    for word in words[2 + len(spec.positional) :]:
        name, colon, value = word.partition(":")
        if not colon or not value:
            raise PositionError(
                phrase("notation.position.no_field", field=repr(word[:20])),
                expected=phrase("notation.position.name_and_value"),
            )
        if name in fields:
            raise PositionError(
                phrase("notation.position.field_twice", name=name[:20]),
                expected=phrase("notation.position.field_once"),
            )
        fields[name] = value
    return _build(game, letters, spec.sides.index(words[1]), fields)


def _build(game: Game, letters: tuple[str, ...], to_move: int, fields: dict[str, str]) -> State:
    shared = {name: fields.pop(name) for name in _SHARED if name in fields}
    own = _Fields(fields)
    turn, ply, acted = _read_counters(game, to_move, shared, own)
    state = game.spec.set_up(game, Setup(letters, to_move, turn, acted, own))
    unknown = own.unread()
    if unknown:
        raise PositionError(
            phrase("notation.position.unknown_field", field=repr(unknown[0][:20]), game=game.key),
            expected=phrase("notation.position.known_fields"),
        )
    state.resume(turn, ply, acted)
    if "seen" in shared:
        if not _KEYS.fullmatch(shared["seen"]):
            raise PositionError(
                phrase("notation.position.broken_keys", field="seen"), expected=phrase("notation.position.keys")
            )
        state.recall([int(key, 16) for key in shared["seen"].split(",")])
    if "over" in shared:
        _conclude(state, shared["over"])
    state.origin = state.position()
    return state


def _read_counters(game: Game, to_move: int, shared: dict[str, str], own: _Fields) -> tuple[int, int, int]:
    """Return turns, actions, and actions in this turn. Players alternate, and every turn has at least one action."""
    starter = game.start().to_move
    implied = game.spec.told_turn(to_move, own)
    if implied is not None and "turn" in shared:
        raise PositionError(
            phrase("notation.position.turn_twice"),
            expected=phrase("notation.position.turn_once", fields=game.spec.positional),
        )
    turn = _number("turn", shared["turn"]) if "turn" in shared else implied
    if turn is None:
        turn = int(to_move != starter)
    if (turn + starter) % 2 != to_move:
        raise PositionError(
            phrase("notation.position.turn_of_other_side", turn=turn, side=game.players[to_move]),
            expected=phrase("notation.position.even" if to_move == starter else "notation.position.odd"),
        )
    acted = _number("acted", shared.get("acted", "0"))
    ply = _number("ply", shared["ply"]) if "ply" in shared else turn + acted
    if ply < turn + acted:
        raise PositionError(
            phrase("notation.position.field_is", name="ply", value=ply),
            expected=phrase("notation.position.plies", least=turn + acted),
        )
    return turn, ply, acted


def _conclude(state: State, value: str) -> None:
    """End the game as the text says, if that is possible in this position."""
    winner, reason = _read_over(state.game, value)
    outcome = state.outcome()
    shown = outcome == (winner, reason)
    if not shown and (outcome is not None or reason not in state.game.spec.told_reasons):
        raise PositionError(
            phrase("notation.position.field_is", name="over", value=repr(value[:40])),
            expected=phrase("notation.position.possible_end"),
        )
    state.conclude(winner, reason)


class _Fields(dict[str, str]):
    """The game's own fields. It records which of them the game has read."""

    def __init__(self, fields: dict[str, str]) -> None:
        super().__init__(fields)
        self._read: set[str] = set()

    def get(self, name: str, default: str | None = None) -> str | None:  # type: ignore[override]
        self._read.add(name)
        return super().get(name, default)

    def __getitem__(self, name: str) -> str:
        self._read.add(name)
        return super().__getitem__(name)

    def unread(self) -> list[str]:
        return [name for name in self if name not in self._read]


def _number(name: str, value: str) -> int:
    if not _NUMBER.fullmatch(value):
        raise PositionError(
            phrase("notation.position.field_is", name=name, value=repr(value[:20])),
            expected=phrase("notation.whole_number"),
        )
    return int(value)


def _read_over(game: Game, value: str) -> tuple[int | None, str]:
    reason, _, side = value.partition("/")
    if reason not in game.spec.reasons or side not in (*game.spec.sides, "-"):
        raise PositionError(
            phrase("notation.position.field_is", name="over", value=repr(value[:40])),
            expected=phrase("notation.position.end", reasons=game.spec.reasons, winner=any_of([*game.spec.sides, "-"])),
        )
    return (None if side == "-" else game.spec.sides.index(side)), reason


def _read_board(game: Game, text: str) -> tuple[str, ...]:
    files, ranks = game.board.files, game.board.ranks
    rows = text.split("/")
    if len(rows) != ranks:
        raise PositionError(
            phrase("notation.position.board_has", count=len(rows)),
            expected=phrase("notation.position.ranks", count=ranks),
        )
    cells: list[str] = []
    for number, row in zip(range(ranks, 0, -1), rows, strict=True):
        cells = _read_row(game, number, row) + cells
    assert len(cells) == files * ranks
    return tuple(cells)


def _read_row(game: Game, rank: int, row: str) -> list[str]:
    cells: list[str] = []
    for run in _RUN.findall(row):
        if run.isascii() and run.isdigit():
            cells += [""] * (int(run) if len(run) <= 3 else 1000)
        elif run in game.spec.letters:
            cells.append(run)
        else:
            raise PositionError(
                phrase("notation.position.rank_contains", rank=rank, sign=repr(run)),
                expected=phrase("notation.position.letters", letters=" ".join(game.spec.letters)),
            )
    if len(cells) != game.board.files:
        raise PositionError(
            phrase("notation.position.rank_has", rank=rank, count=len(cells)), expected=str(game.board.files)
        )
    return cells
