# inlined: steps.py is only used uncompiled and is not compiled itself
from quincunx.games.tafl.bitboard cimport squareset
from quincunx.games.tafl.board_masks cimport BoardMasks

cdef inline squareset shifted(squareset squares, int direction, BoardMasks masks) noexcept nogil:
    if direction == 0:
        return squares << masks.files & masks.whole
    if direction == 1:
        return squares << 1 & masks.not_first
    if direction == 2:
        return squares >> masks.files
    return squares >> 1 & masks.not_last

cdef inline squareset around(squareset squares, BoardMasks masks) noexcept nogil:
    cdef squareset beside = squares << 1 & masks.not_first | squares >> 1 & masks.not_last
    return (beside | squares << masks.files | squares >> masks.files) & masks.whole
