cimport cython
from quincunx.core cimport planes
from quincunx.core.bits cimport word
from quincunx.games.checkers.rules cimport CheckersState

cdef int MOVING, JUMPED, PLANE

@cython.locals(flip=int, pieces=word)
cdef int write_inputs(CheckersState state, int* out) noexcept nogil
