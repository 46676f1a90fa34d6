"""Actions as numbers: kind, origin and target in one int. Compiled modules inline the C version in the .pxd file.

A cell is `rank * files + file`, counted from a1. A placement has its cell as origin and target; an action without
cells (end, pass, timeout) has 0 for both. Kinds from OWN upwards are specific to the game.
"""

MOVE = 0
PLACE = 1
END = 2
PASS = 3
TIMEOUT = 4
OWN = 8

NOBODY = 2  # the winner of a drawn game
MAX_ACTIONS = 1024  # no position of any game has more legal actions
MAX_WORDS = 240  # no game saves more words per state
KIND_SHIFT = 20
ORIGIN_SHIFT = 10
CELL_MASK = 1023


def action(kind: int, origin: int, target: int) -> int:
    """Return the action of this kind from one cell to another."""
    return kind << KIND_SHIFT | origin << ORIGIN_SHIFT | target


def kind_of(action: int) -> int:
    """Return the action's kind: MOVE, PLACE, END, PASS, TIMEOUT, or one of the game's own kinds."""
    return action >> KIND_SHIFT


def origin_of(action: int) -> int:
    """Return the action's origin cell."""
    return action >> ORIGIN_SHIFT & CELL_MASK


def target_of(action: int) -> int:
    """Return the action's target cell."""
    return action & CELL_MASK
