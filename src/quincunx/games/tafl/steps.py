"""Neighbours of sets of squares. Compiled modules inline the C version in the .pxd file."""

from quincunx.games.tafl.board_masks import BoardMasks


def shifted(squares: int, direction: int, masks: BoardMasks) -> int:
    """Shift the squares one step up, right, down or left."""
    if direction == 0:
        return squares << masks.files & masks.whole
    if direction == 1:
        return squares << 1 & masks.not_first
    if direction == 2:
        return squares >> masks.files
    return squares >> 1 & masks.not_last


def around(squares: int, masks: BoardMasks) -> int:
    """Return the squares next to any of these."""
    beside = squares << 1 & masks.not_first | squares >> 1 & masks.not_last
    return (beside | squares << masks.files | squares >> masks.files) & masks.whole
