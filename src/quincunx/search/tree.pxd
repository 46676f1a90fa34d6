cimport cython
from libc.stdlib cimport calloc, free

cdef class Tree:
    cdef int capacity
    cdef readonly int size
    cdef int* actions
    cdef int* first
    cdef int* counts
    cdef int* visits
    cdef double* totals
    cdef double* priors

    cdef bint has_room(self, int count) noexcept nogil
    cdef int add(self, int action, double prior) noexcept nogil
    cdef double mean(self, int node, double unvisited) noexcept nogil
    cdef int favourite(self, int node) noexcept nogil
