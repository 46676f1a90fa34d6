cimport cython
from quincunx.core cimport clock, codes
from quincunx.core.bits cimport word
from quincunx.core.evaluator cimport Evaluator
from quincunx.core.state cimport State
from quincunx.core.walk cimport Actions
from quincunx.search cimport entry
from quincunx.search.table cimport Table

cdef int WIN, SURE, INFINITE, DEEPEST, LONGEST, ASPIRATION, CHECK_EVERY, CELLS, FIRST, GAINING, KILLER

cdef class AlphaBeta:
    cdef State state
    cdef Evaluator evaluator
    cdef Table table
    cdef Actions actions, ranks, history
    cdef int killers[256]
    cdef bint stopped
    cdef double deadline
    cdef long long most_nodes
    cdef readonly long long nodes
    cdef readonly int best, score, depth

    cpdef run(self, double seconds, int most_depth=*, long long most_nodes=*)
    cdef void deepen(self, State state, int most_depth) noexcept nogil
    cdef int aspire(self, State state, int depth) noexcept nogil
    cdef bint out_of_time(self) noexcept nogil
    @cython.locals(key=word, known=word)
    cdef int search(self, State state, int depth, int alpha, int beta, int ply, int start) noexcept nogil
    @cython.locals(quiet=bint)
    cdef int search_actions(self, State state, int depth, int alpha, int beta, int ply, int start, word key, int first) noexcept nogil
    cdef int child(self, State state, int mover, int depth, int alpha, int beta, int ply, int start, int number, bint quiet) noexcept nogil
    cdef int quiesce(self, State state, int alpha, int beta, int ply, int start) noexcept nogil
    cdef int final_score(self, State state, int ply) noexcept nogil
    cdef void rank(self, State state, int start, int end, int ply, int first) noexcept nogil
    cdef int take_best(self, int i, int end) noexcept nogil
    cdef void reward(self, State state, int action, int depth, int ply, bint quiet) noexcept nogil
    cdef int history_at(self, State state, int action) noexcept nogil
    cdef int to_table(self, int score, int ply) noexcept nogil
    cdef int from_table(self, int score, int ply) noexcept nogil
    cdef bint decides(self, word known, int alpha, int beta, int ply) noexcept nogil
