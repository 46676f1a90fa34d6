cimport cython
from libc.stdlib cimport abort, free, realloc
from quincunx.core cimport bits
from quincunx.core.bits cimport word

cdef word MASK

cdef class WordStack:
    cdef word* data
    cdef Py_ssize_t size, capacity
    cdef Py_ssize_t extend(self, Py_ssize_t count) noexcept nogil
    cdef void assign(self, WordStack other) noexcept nogil

cdef class Past:
    cdef WordStack keys, links
    cdef Py_ssize_t start
    cdef int heads[256]
    @cython.locals(bucket=int, number=Py_ssize_t, at=Py_ssize_t)
    cdef int note(self, word key) noexcept nogil
    cdef void rewind(self, Py_ssize_t size, Py_ssize_t start) noexcept nogil
    cdef void assign(self, Past other) noexcept nogil
