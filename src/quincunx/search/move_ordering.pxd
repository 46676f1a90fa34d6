cimport cython
from quincunx.core cimport action_codes
from quincunx.core.evaluator cimport Evaluator
from quincunx.core.state cimport State
from quincunx.core.perft cimport Actions
from quincunx.search cimport entry

cdef int FIRST, GAINING, KILLER, FAME

cdef class MoveOrdering:
    cdef Evaluator evaluator
    cdef int cells
    cdef Actions actions, ranks, history
    cdef int killers[512]

    cdef int generate(self, State state, int start, int ply, int first) noexcept nogil
    cdef int rank(self, State state, int action, int ply, int first) noexcept nogil
    cdef int take_best(self, int i, int end) noexcept nogil
    cdef bint is_quiet(self, int i) noexcept nogil
    @cython.locals(action=int)
    cdef void reward(self, State state, int start, int i, int depth, int ply) noexcept nogil
    @cython.locals(old=int)
    cdef void shift_history(self, int at, int by) noexcept nogil
    cdef int history_at(self, State state, int action) noexcept nogil
