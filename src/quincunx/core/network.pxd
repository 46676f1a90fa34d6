cimport cython
from libc.stdlib cimport calloc, free
from quincunx.core cimport layers

cdef int FARTHEST, FEATURE_SHIFT, FINE, ONE, SECOND, SECOND_SHIFT, THIRD_SHIFT

cdef class Shorts:
    cdef short* data

cdef class Ints:
    cdef int* data

cdef class Network:
    cdef readonly object shape
    cdef int hidden, features, heads, width
    cdef Shorts rows, second, third
    cdef Ints biases, scales, linear, second_biases, third_biases

    @cython.locals(values="short[336]", sums="int[16]")
    cdef int value(self, int* active, int count, int* seen, int mover) noexcept nogil
    @cython.locals(inputs="int[128]", features="int[64]", count=int)
    cpdef int worth(self, list active, list seen, int mover)
    cdef void scale(self, int* seen, int sign, short* out) noexcept nogil
    @cython.locals(total=int)
    cdef int plain(self, int* seen) noexcept nogil
    @cython.locals(total=int)
    cdef int judged(self, int* sums, int head) noexcept nogil
