"""What the transposition table keeps of a position, in one word. Inlined as C where cimported; the uncompiled half.

24 bits action, 20 bits score, 8 bits depth, 2 bits bound, and one to tell an entry from an empty slot.
"""

EXACT = 0  # what a score is: exact, at least, at most
LOWER = 1
UPPER = 2
NO_ACTION = 0xFFFFFF


def pack(action: int, score: int, depth: int, bound: int) -> int:
    """One word."""
    return 1 << 54 | bound << 52 | depth << 44 | (score + (1 << 19)) << 24 | action & NO_ACTION


def action_of(entry: int) -> int:
    """The best action known, or NO_ACTION."""
    return entry & NO_ACTION


def score_of(entry: int) -> int:
    """The score, from the view of the player to move."""
    return (entry >> 24 & 0xFFFFF) - (1 << 19)


def depth_of(entry: int) -> int:
    """How deep the search was."""
    return entry >> 44 & 0xFF


def bound_of(entry: int) -> int:
    """EXACT, LOWER or UPPER."""
    return entry >> 52 & 3
