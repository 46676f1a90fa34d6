"""Numeric notation for draughts moves: `11-15`, `22x15`, `26x17x10`.

The playable squares are numbered from 1 to 32, row by row from black's side; black is our dark side.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from quincunx.core import action_codes
from quincunx.core.errors import InvalidActionError
from quincunx.core.move_notation import MoveNotation
from quincunx.core.state import State
from quincunx.words import phrase

SQUARES = 32
_TURN = re.compile(r"([0-9]{1,2})((?:[-x:][0-9]{1,2})+)")
_ONWARD = re.compile(r"[-x:]([0-9]{1,2})")
_ENDS = re.compile(r"[!?]+$")  # annotations such as `!?`


def number_of(cell: int) -> int:
    """Return the number of a dark square: g1 is 1, a1 is 4, h2 is 5."""
    rank, file = divmod(cell, 8)
    return rank * 4 + (7 - file) // 2 + 1


def cell_of(number: int) -> int:
    """Return the dark square with this number, from 1 to 32."""
    rank, place = divmod(number - 1, 4)
    return rank * 8 + 6 + rank % 2 - 2 * place


class Numbers(MoveNotation):
    """Moves as square numbers; every jump of a turn adds the square where it lands."""

    example = "11-15"
    joint = ""

    def write(self, state: State, action: int) -> str:
        origin, target = action_codes.origin_of(action), action_codes.target_of(action)
        sign = "x" if state.game.spec.takes(state, action) else "-"
        start = "" if state.acted else str(number_of(origin))
        return f"{start}{sign}{number_of(target)}"

    def read_turn(self, state: State, text: str) -> list[int]:
        if state.over:
            raise InvalidActionError(phrase("checkers.numbers.over"), phrase("checkers.numbers.over_expected"))
        cells = _named(state, text)
        turns = list(_turns(state.copy(), cells[0], cells[1:]))
        complete = [turn for turn in turns if _ends_turn(state, turn)] or turns
        shortest = [turn for turn in complete if len(turn) == len(cells) - 1] or complete
        if len(shortest) == 1:
            return shortest[0]
        if shortest:
            moves = ["".join(self.write_line(state, turn)) for turn in shortest]
            problem = phrase("checkers.numbers.ambiguous", text=text, count=len(moves))
            raise InvalidActionError(problem, phrase("checkers.numbers.ambiguous_expected", moves=moves))
        legal = self.write(state, state.legal_actions()[0])
        problem = phrase("checkers.numbers.illegal", text=text)
        raise InvalidActionError(problem, phrase("checkers.numbers.illegal_expected", move=legal))


def _named(state: State, text: str) -> list[int]:
    """Return the squares that a move names; in the middle of a turn, `x10` starts where the last jump ended."""
    plain = _ENDS.sub("", text)
    onward, turn = _ONWARD.fullmatch(plain), _TURN.fullmatch(plain)
    last = state.last_action()
    if state.acted and last is not None and onward is not None:
        numbers = [number_of(action_codes.target_of(last)), int(onward[1])]
    elif turn is not None:
        numbers = [int(number) for number in re.findall(r"[0-9]+", plain)]
    else:
        problem = phrase("checkers.numbers.unreadable", text=repr(text[:20]))
        raise InvalidActionError(problem, phrase("checkers.numbers.unreadable_expected"))
    if not all(1 <= number <= SQUARES for number in numbers):
        problem = phrase("checkers.numbers.no_square", text=text[:20])
        raise InvalidActionError(problem, phrase("checkers.numbers.no_square_expected", last=SQUARES))
    return [cell_of(number) for number in numbers]


def _turns(state: State, origin: int, wanted: list[int]) -> Iterator[list[int]]:
    """Yield the turns that go from a square through all the wanted ones, in this order, and end on the last."""
    turn = state.turn
    for action in state.legal_actions():
        target = action_codes.target_of(action)
        if action_codes.origin_of(action) != origin:
            continue
        left = wanted[1:] if target == wanted[0] else wanted
        if not left:
            yield [action]
            left = wanted[-1:]  # a circular chain of jumps may pass it and return to it
        state.apply(action)
        if state.turn == turn and not state.over:
            yield from ([action, *rest] for rest in _turns(state, target, left))
        state.undo()


def _ends_turn(state: State, actions: list[int]) -> bool:
    after = state.copy()
    for action in actions:
        after.apply(action)
    return after.turn != state.turn or after.over
