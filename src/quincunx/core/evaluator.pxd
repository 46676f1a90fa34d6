cimport cython
from quincunx.core.network cimport Network
from quincunx.core.state cimport State

cdef int FINE

cdef class Evaluator:
    cdef readonly int count
    cdef int weights[64]
    cdef readonly Network network
    cdef void features(self, State state, int* out) noexcept nogil
    cdef int inputs(self, State state, int* out) noexcept nogil
    cdef int gain(self, State state, int action) noexcept nogil
    cdef bint settled(self, State state) noexcept nogil
    cdef bint may_skip(self, State state) noexcept nogil
    @cython.locals(seen="int[64]", active="int[128]", total=int)
    cdef int value(self, State state) noexcept nogil
    @cython.locals(seen="int[64]")
    cpdef list listed(self, State state)
    @cython.locals(active="int[128]", count=int)
    cpdef list listed_inputs(self, State state)
    cpdef int worth(self, State state)
    cpdef int gain_of(self, State state, int action)
    cpdef bint is_settled(self, State state)
