cimport cython
from libc.stdlib cimport calloc, free
from quincunx.core cimport action_codes
from quincunx.core.random cimport Random
from quincunx.core.state cimport State

cdef class Actions:
    cdef int* data

cdef class Perft:
    cdef State state
    cdef bint stopped
    cdef Actions actions
    @cython.locals(total="long long")
    cpdef long long by_action(self, int depth)
    @cython.locals(total="long long")
    cpdef long long by_turn(self, int depth)
    @cython.locals(total="long long")
    cdef long long count_actions(self, State state, int depth, int start) noexcept nogil
    @cython.locals(total="long long", mover=int)
    cdef long long count_turns(self, State state, int depth, int start) noexcept nogil

cdef class Playouts:
    cdef State root, state
    cdef Random random
    cdef Actions actions
    cdef long long plies
    cdef bint stopped
    cdef long long counts[192]
    @cython.locals(at=int)
    cpdef run(self, long long playouts, long long longest=*)
    @cython.locals(left="long long", count=int)
    cdef void play(self, State state, State root, int at, long long playouts, long long longest) noexcept nogil
