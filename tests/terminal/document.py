"""The screens in the Cengers document, and the turns that lead from one to the next."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import quincunx
from quincunx.core.state import State

SCREENS = Path(__file__).parents[1] / "rules" / "cengers_screens.txt"
GAME = quincunx.game("cengers")


def runs() -> list[list[list[str]]]:
    """The two runs of screens, each screen as its lines."""
    return [
        [screen.splitlines() for screen in run.strip("\n").split("\n\n")] for run in SCREENS.read_text().split("...\n")
    ]


def state_of(screen: list[str]) -> State:
    """The state shown by a screen in the middle of a game."""
    number, side = int(screen[1].split(": ")[1]), "xo".index(screen[2][-1])
    rows = "/".join(line[2:10] for line in screen[2:10])
    for length in range(8, 0, -1):
        rows = rows.replace("." * length, str(length))
    turn = 2 * number - 2 + side
    return GAME.position(f"{rows} {'xo'[side]} turn:{turn} ply:{turn}")


def turn_between(state: State, after: list[str]) -> list[str]:
    """The actions of one turn that lead to the next screen."""
    found = _turn(state, [line[2:10] for line in after[2:10]])
    assert found is not None
    return found


def _turn(state: State, rows: list[str]) -> list[str] | None:
    for action in state.legal_actions():
        following = state.copy()
        following.apply(action)
        if following.turn == state.turn and not following.over:
            rest = _turn(following, rows)
        else:
            rest = [] if _rows(following) == rows else None
        if rest is not None:
            return [state.text(action), *rest]
    return None


def _rows(state: State) -> list[str]:
    pieces = state.game.spec.pieces(state)
    return [
        "".join(pieces[rank * 8 + file].glyph if rank * 8 + file in pieces else "." for file in range(8))
        for rank in reversed(range(8))
    ]


def moves(run: list[list[str]]) -> list[tuple[list[str], list[str]]]:
    """Each turn of a run, and the screen it leads to."""
    return [(turn_between(state_of(before), after), after) for before, after in pairwise(run)]
