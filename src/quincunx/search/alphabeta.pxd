cimport cython
from quincunx.core cimport action_codes, clock
from quincunx.core.bits cimport word
from quincunx.core.evaluator cimport Evaluator
from quincunx.core.prober cimport Prober
from quincunx.core.state cimport State
from quincunx.core.perft cimport Actions
from quincunx.search cimport entry
from quincunx.search.move_ordering cimport MoveOrdering
from quincunx.search.root cimport Root
from quincunx.search.transposition_table cimport TranspositionTable

cdef int WIN, SURE, INFINITE, DEEPEST, UNKNOWN, LONGEST, ROW, ASPIRATION, CHECK_EVERY, FORCING, SKIP_DEPTH, GUESSING, FRONTIER
cdef double BREAK
cdef int REDUCED[1024]

cdef class AlphaBeta:
    cdef State state
    cdef Evaluator evaluator
    cdef Prober prober
    cdef TranspositionTable table
    cdef MoveOrdering order
    cdef Root root
    cdef Actions variations
    cdef int lengths[256]
    cdef bint stopped
    cdef double deadline, spell, next_break
    cdef long long most_nodes, next_look
    cdef readonly long long nodes
    cdef readonly int depth
    cdef int aim, swing

    cpdef run(self, double seconds, int most_depth=*, long long most_nodes=*, int lines=*, int first_depth=*)
    cdef void glance(self, State state) noexcept nogil
    cdef void deepen(self, State state, int first_depth, int most_depth, int lines) noexcept nogil
    cdef int aspire(self, State state, int depth, int lines) noexcept nogil
    cdef int search_root(self, State state, int depth, int low, int high, int lines) noexcept nogil
    @cython.locals(key=word, known=word, hope=int, value=int, exact=int)
    cdef int search(self, State state, int depth, int alpha, int beta, int ply, int start) noexcept nogil
    @cython.locals(quiet=bint)
    cdef int search_actions(self, State state, int depth, int alpha, int beta, int ply, int start, word key, int first, int hope) noexcept nogil
    cdef int child(self, State state, int mover, int depth, int alpha, int beta, int ply, int start, int nth, bint quiet) noexcept nogil
    cdef int after(self, State state, int mover, int depth, int alpha, int beta, int ply, int start) noexcept nogil
    cdef bint is_good_enough(self, State state, int depth, int value, int beta, int ply, int start) noexcept nogil
    @cython.locals(settled=bint, exact=int)
    cdef int quiesce(self, State state, int alpha, int beta, int ply, int start, int left) noexcept nogil
    cdef int final_score(self, State state, int ply) noexcept nogil
    cdef int exact_score(self, int value, int ply) noexcept nogil
    cdef void extend_line(self, int ply, int action) noexcept nogil
    cdef bint out_of_time(self) noexcept nogil
    cdef int to_table(self, int score, int ply) noexcept nogil
    cdef int from_table(self, int score, int ply) noexcept nogil
    cdef bint decides(self, word known, int alpha, int beta, int ply) noexcept nogil
