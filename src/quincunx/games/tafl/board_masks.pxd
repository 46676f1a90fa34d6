cimport cython
from quincunx.games.tafl cimport bitboard
from quincunx.games.tafl.bitboard cimport squareset

@cython.locals(squares=squareset, cell=int)
cdef squareset gathered(cells)

cdef class BoardMasks:
    cdef int files, line, middle, king
    cdef squareset whole, not_first, not_last, edge, throne, by_throne, corners, goals, guards, attackers, defenders
    cdef short ranks[128]
    cdef short turned[128]
