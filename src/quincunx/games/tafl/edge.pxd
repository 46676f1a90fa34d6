cimport cython
from quincunx.games.tafl cimport bitboard, steps
from quincunx.games.tafl.bitboard cimport squareset
from quincunx.games.tafl.board_masks cimport BoardMasks

cdef squareset side_of(BoardMasks masks, int direction) noexcept nogil
@cython.locals(captured=squareset, side=squareset, fronted=squareset)
cdef squareset shield_walled(BoardMasks masks, squareset moved, squareset mine, squareset theirs) noexcept nogil
@cython.locals(row=squareset, square=squareset)
cdef squareset walled_row(BoardMasks masks, squareset moved, int along, squareset fronted, squareset brackets) noexcept nogil
@cython.locals(safe=squareset, lost=squareset, outside=squareset)
cdef bint fort(BoardMasks masks, squareset attackers, squareset defenders, squareset king) noexcept nogil
@cython.locals(reached=squareset, fresh=squareset)
cdef squareset flooded(BoardMasks masks, squareset start, squareset free) noexcept nogil
@cython.locals(jaws=squareset, across=squareset)
cdef squareset capturable(BoardMasks masks, squareset men, squareset outside) noexcept nogil
