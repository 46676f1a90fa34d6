cimport cython
from quincunx.core cimport bits, planes
from quincunx.core.bits cimport word
from quincunx.games.cengers.rules cimport CengersState

cdef int OWN, OTHER, MOVING, LATE, NONE

@cython.locals(flip=int)
cdef int write_inputs(CengersState state, int* out) noexcept nogil
