cimport cython
from quincunx.core cimport bits
from quincunx.core.bits cimport word
from quincunx.games.cengers cimport race

cdef int UNKNOWN

@cython.final
cdef class RaceBuilder:
    cdef readonly int pieces, positions, level, found, found_before, at
    cdef readonly unsigned char[::1] values
    cdef word mask

    cdef void rewind(self) noexcept nogil
    @cython.locals(index=int, end=int)
    cpdef bint expand(self, int count)
    @cython.locals(left=word, others=word, near=int, origin=int, direction=int)
    cdef void spread(self, word mask) noexcept nogil
    @cython.locals(seen=word, fringe=word, square=int, near=int, far=int, direction=int)
    cdef void jump(self, word others, int origin) noexcept nogil
    @cython.locals(index=int)
    cdef void note(self, word mask, int turns) noexcept nogil

cpdef word numbered(word cells)
@cython.locals(total=int, i=int)
cdef int position_number(word mask) noexcept nogil
@cython.locals(low=word, high=word)
cdef word following(word mask) noexcept nogil
