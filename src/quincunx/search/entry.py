"""Entries of the transposition table, packed into one word. This is for the uncompiled build; `entry.pxd` inlines C.

24 bits action, 20 bits score, 8 bits depth, 2 bits bound, and one bit to tell an entry from an empty slot.
"""

EXACT = 0  # the kinds of score: exact, lower bound, upper bound
LOWER = 1
UPPER = 2
NO_ACTION = 0xFFFFFF


def pack(action: int, score: int, depth: int, bound: int) -> int:
    """Pack an entry into one word."""
    return 1 << 54 | bound << 52 | depth << 44 | (score + (1 << 19)) << 24 | action & NO_ACTION


def action_of(entry: int) -> int:
    """The best action known, or NO_ACTION."""
    return entry & NO_ACTION


def score_of(entry: int) -> int:
    """The score for the player to move."""
    return (entry >> 24 & 0xFFFFF) - (1 << 19)


def depth_of(entry: int) -> int:
    """The depth of the search."""
    return entry >> 44 & 0xFF


def bound_of(entry: int) -> int:
    """EXACT, LOWER or UPPER."""
    return entry >> 52 & 3
