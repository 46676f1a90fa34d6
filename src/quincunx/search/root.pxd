cimport cython
from quincunx.core.state cimport State
from quincunx.core.perft cimport Actions

cdef int ROW, OTHER, LOWEST

cdef class Root:
    cdef readonly int count
    cdef readonly int exact
    cdef Actions variations
    cdef int actions[1024]
    cdef int scores[1024]
    cdef int slots[1024]
    cdef int marked_actions[1024]
    cdef int marked_scores[1024]
    cdef int marked_slots[1024]
    cdef int lengths[2048]

    cdef void mark(self) noexcept nogil
    cdef void return_to_mark(self) noexcept nogil
    cdef int worst(self, int lines) noexcept nogil
    cdef void keep(self, int i, Actions line, int start, int length) noexcept nogil
    cdef void place(self, int i, int score) noexcept nogil
    cpdef list listed(self, int lines)
