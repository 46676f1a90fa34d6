cimport cython
from quincunx.games.tafl cimport bitboard
from quincunx.games.tafl.bitboard cimport squareset
from quincunx.games.tafl.rules cimport TaflState

cdef int write_inputs(TaflState state, int* out) noexcept nogil
cdef int write_cells(squareset men, int first, int* out, int end) noexcept nogil
