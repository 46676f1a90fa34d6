cimport cython
from quincunx.core cimport bits
from quincunx.core.bits cimport word
from quincunx.games.flipflop cimport board8, endgame_table
from quincunx.games.flipflop.endgame_search cimport EndgameSearch
from quincunx.games.flipflop.endgame_table cimport EndgameTable

cdef int NONE, SHALLOW, KEPT, LOOKED_UP, ROW, FORESEEN, INFINITE, STEP, FURTHEST
cdef int QUADRANT[64]
cdef word ODD[16]

@cython.final
cdef class OthelloSolver(EndgameSearch):
    cdef int cells[2210]
    cdef word flips[2210]
    cdef int promises[2210]

    @cython.locals(found=int)
    cpdef int solve(self, word mine, word theirs, int low, int high)
    @cython.locals(found=int)
    cpdef int guess(self, word mine, word theirs, int depth)
    @cython.locals(known=word, targets=word, most=int, least=int)
    cdef int search(self, word mine, word theirs, int low, int high, int left) noexcept nogil
    cdef int most_possible(self, word mine, word theirs, int low) noexcept nogil
    @cython.locals(before="long long", best_cell=int)
    cdef int search_moves(
        self, word mine, word theirs, int low, int high, int left, word targets, word known
    ) noexcept nogil
    @cython.locals(flips=word, ours=word, other=word)
    cdef int after_move(self, word mine, word theirs, int low, int high, int left, int i, bint later) noexcept nogil
    @cython.locals(flips=word, known=word)
    cdef int best_known(self, word mine, word theirs, int high, int row, int count) noexcept nogil
    @cython.locals(flips=word, ours=word, other=word, odd=word, depth=int)
    cdef int list_moves(self, word mine, word theirs, word targets, int left, int first) noexcept nogil
    @cython.locals(empty=word, answers=word)
    cdef int promise(self, word mine, word theirs, bint odd) noexcept nogil
    @cython.locals(flips=word, ours=word, other=word, targets=word)
    cdef int foresee(self, word mine, word theirs, int low, int high, int left, int depth) noexcept nogil
    @cython.locals(empty=word, answers=word, beside=word)
    cdef int estimate(self, word mine, word theirs, word targets) noexcept nogil
    @cython.locals(flips=word)
    cdef void take_best(self, int i, int end) noexcept nogil
    @cython.locals(empty=word, group=word, rest=word, flips=word)
    cdef int shallow(self, word mine, word theirs, int low, int high, int left, int odd) noexcept nogil
    @cython.locals(empty=word)
    cdef int last(self, word mine, word theirs, int low, int high, int left) noexcept nogil
    @cython.locals(empty=word, group=word, rest=word, flips=word)
    cdef int four(self, word mine, word theirs, int low, int high, int odd) noexcept nogil
    @cython.locals(first=word, rest=word)
    cdef int after_fourth(self, word mine, word theirs, int low, int high, word empty, int odd) noexcept nogil
    @cython.locals(flips=word)
    cdef int three(self, word mine, word theirs, int low, int high, int a, int b, int c) noexcept nogil
    @cython.locals(flips=word)
    cdef int two(self, word mine, word theirs, int low, int high, int a, int b) noexcept nogil
    cdef int one(self, word mine, int cell) noexcept nogil
    cdef int final_margin(self, word mine, word theirs) noexcept nogil
    cdef word targets(self, word mine, word theirs) noexcept nogil
    @cython.locals(empty=word)
    cdef int parity(self, word taken) noexcept nogil
