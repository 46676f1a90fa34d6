cimport cython
from libc.stdlib cimport calloc, free
from quincunx.core cimport bits
from quincunx.core.bits cimport word

cdef int NO_CELL, WORDS
cdef word KNOWN

@cython.final
cdef class EndgameTable:
    cdef word* words
    cdef word mask

    @cython.locals(at=word)
    cdef word find(self, word mine, word theirs, word tag) noexcept nogil
    @cython.locals(at=word, is_second=bint)
    cdef void store(self, word mine, word theirs, word tag, int least, int most, word cell, word cost) noexcept nogil
    cdef word place(self, word mine, word theirs, word tag) noexcept nogil
    cdef bint is_at(self, word at, word mine, word theirs, word tag) noexcept nogil

cdef int least_of(word known) noexcept nogil
cdef int most_of(word known) noexcept nogil
cdef int cell_of(word known) noexcept nogil
cdef int cost_of(word known) noexcept nogil
