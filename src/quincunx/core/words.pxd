cimport cython
from libc.stdlib cimport abort, free, realloc
from quincunx.core cimport bits
from quincunx.core.bits cimport word

cdef word MASK

cdef class Words:
    cdef word* data
    cdef int size, capacity
    cdef int extend(self, int count) noexcept nogil
    cdef void assign(self, Words other) noexcept nogil

cdef class Past:
    cdef Words keys
    cdef int start
    cdef int buckets[1024]
    @cython.locals(bucket=int)
    cdef int note(self, word key) noexcept nogil
    cdef void rewind(self, int size, int start) noexcept nogil
    cdef void assign(self, Past other) noexcept nogil
