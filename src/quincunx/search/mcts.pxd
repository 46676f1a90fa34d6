cimport cython
from libc cimport math
from quincunx.core cimport action_codes, clock
from quincunx.core.evaluator cimport Evaluator
from quincunx.core.random cimport Random
from quincunx.core.state cimport State
from quincunx.core.perft cimport Actions
from quincunx.search.tree cimport Tree

cdef double EAGER, CURIOUS, TRUST
cdef int LONGEST, LONGEST_ROLLOUT

cdef class MonteCarlo:
    cdef State state
    cdef Evaluator evaluator
    cdef Tree tree
    cdef Random random
    cdef Actions actions
    cdef bint stopped
    cdef readonly long long nodes
    cdef int path[512]
    cdef int movers[512]

    cpdef run(self, double seconds, int most_depth=*, long long most_nodes=*, int lines=*)
    @cython.locals(deadline=double)
    cdef void repeat(self, State state, double seconds, long long most_nodes) noexcept nogil
    @cython.locals(result=double)
    cdef void iterate(self, State state) noexcept nogil
    @cython.locals(best_urge=double, urge=double)
    cdef int select(self, int node) noexcept nogil
    cdef double urge(self, int node, int child) noexcept nogil
    @cython.locals(total=double)
    cdef void expand(self, State state, int node) noexcept nogil
    cdef void mix(self, int count) noexcept nogil
    cdef double prior(self, State state, int action) noexcept nogil
    cdef double leaf(self, State state) noexcept nogil
    cdef double final(self, State state) noexcept nogil
    cdef void back_up(self, int length, double result) noexcept nogil

cdef class Rollouts(MonteCarlo):
    cdef double urge(self, int node, int child) noexcept nogil
    cdef double prior(self, State state, int action) noexcept nogil
    cdef double leaf(self, State state) noexcept nogil
