from quincunx.core.state cimport State

cdef class Evaluator:
    cdef int value(self, State state) noexcept nogil
    cdef int gain(self, State state, int action) noexcept nogil
