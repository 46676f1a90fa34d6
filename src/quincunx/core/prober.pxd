from quincunx.core.state cimport State

cdef int UNKNOWN

cdef class Prober:
    cdef int probe(self, State state) noexcept nogil
