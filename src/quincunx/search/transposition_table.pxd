cimport cython
from libc.stdlib cimport calloc, free
from quincunx.core.bits cimport word
from quincunx.search cimport entry

cdef class TranspositionTable:
    cdef word* checks
    cdef word* entries
    cdef word mask
    @cython.locals(slot=word, found=word)
    cdef word find(self, word key) noexcept nogil
    @cython.locals(slot=word, old=word, new=word)
    cdef void store(self, word key, int action, int score, int depth, int bound) noexcept nogil
