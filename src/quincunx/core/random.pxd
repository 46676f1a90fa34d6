cimport cython
from quincunx.core cimport bits
from quincunx.core.bits cimport word

cdef word STEP, FIRST, SECOND

cdef class Random:
    cdef word state
    @cython.locals(mixed=word)
    cdef word draw(self) noexcept nogil
    cdef long long pick(self, word count) noexcept nogil
