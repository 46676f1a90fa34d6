# inlined: steps.py is the uncompiled half and is not compiled itself
from quincunx.games.tafl.bitboard cimport squareset
from quincunx.games.tafl.table cimport Table

cdef inline squareset shifted(squareset squares, int direction, Table table) noexcept nogil:
    if direction == 0:
        return squares << table.files & table.whole
    if direction == 1:
        return squares << 1 & table.not_first
    if direction == 2:
        return squares >> table.files
    return squares >> 1 & table.not_last

cdef inline squareset around(squareset squares, Table table) noexcept nogil:
    cdef squareset beside = squares << 1 & table.not_first | squares >> 1 & table.not_last
    return (beside | squares << table.files | squares >> table.files) & table.whole
