cimport cython
from quincunx.games.tafl cimport bitboard, steps
from quincunx.games.tafl.bitboard cimport squareset
from quincunx.games.tafl.table cimport Table

cdef squareset side_of(Table table, int direction) noexcept nogil
@cython.locals(captured=squareset, side=squareset, fronted=squareset)
cdef squareset shield_walled(Table table, squareset moved, squareset mine, squareset theirs) noexcept nogil
@cython.locals(row=squareset, square=squareset)
cdef squareset walled_row(Table table, squareset moved, int along, squareset fronted, squareset brackets) noexcept nogil
@cython.locals(safe=squareset, lost=squareset, outside=squareset)
cdef bint fort(Table table, squareset attackers, squareset defenders, squareset king) noexcept nogil
@cython.locals(reached=squareset, fresh=squareset)
cdef squareset flooded(Table table, squareset start, squareset free) noexcept nogil
@cython.locals(jaws=squareset, across=squareset)
cdef squareset capturable(Table table, squareset men, squareset outside) noexcept nogil
