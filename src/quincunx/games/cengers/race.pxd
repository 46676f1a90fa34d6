cimport cython
from quincunx.core cimport bits
from quincunx.core.bits cimport word

cdef word SIDE
cdef int SQUARES, NOWHERE
cdef int CHOOSE[330]
cdef int NUMBER[64]
cdef int NEXT[128]

@cython.final
cdef class Race:
    cdef readonly int pieces
    cdef const unsigned char[::1] values

    @cython.locals(total=int, cell=int, number=int)
    cpdef int turns(self, word own, int player) noexcept nogil

cpdef int position_count(int pieces)
