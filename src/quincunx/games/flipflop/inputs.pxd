cimport cython
from quincunx.core cimport planes
from quincunx.core.bits cimport word
from quincunx.games.flipflop.rules cimport FlipFlopState

cdef int WHITE

@cython.locals(end=int)
cdef int write_inputs(FlipFlopState state, int* out) noexcept nogil
cdef int write_pieces(FlipFlopState state, word* pieces, int first, int* out, int end) noexcept nogil
