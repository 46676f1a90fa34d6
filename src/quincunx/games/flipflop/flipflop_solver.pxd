cimport cython
from quincunx.core cimport bits
from quincunx.core.bits cimport word
from quincunx.games.flipflop cimport board8, endgame_table
from quincunx.games.flipflop.endgame_search cimport EndgameSearch
from quincunx.games.flipflop.endgame_table cimport EndgameTable

cdef int NONE, UNLIMITED, MOST_LEFT, ROW, PLAIN, KEPT, KNOWN_FIRST

@cython.final
cdef class FlipFlopSolver(EndgameSearch):
    cdef word mines[23100]
    cdef word others[23100]
    cdef int promises[23100]
    cdef int firsts[23100]

    @cython.locals(found=int)
    cpdef int solve(self, word mine, word theirs, int low, int high, int rest, bint passed)
    @cython.locals(found=int)
    cpdef int solve_second(self, word mine, word theirs, int low, int high, int rest)
    @cython.locals(targets=word, known=word, most=int, least=int)
    cdef int search(
        self, word mine, word theirs, int low, int high, int left, int rest, bint passed
    ) noexcept nogil
    cdef int most_possible(self, word mine, word theirs, int low) noexcept nogil
    @cython.locals(nodes="long long", best_cell=int)
    cdef int search_turns(
        self, word mine, word theirs, int low, int high, int left, int rest, word targets, word known
    ) noexcept nogil
    @cython.locals(mine=word, theirs=word)
    cdef int after_turn(self, int low, int high, int i, int rest, bint later) noexcept nogil
    @cython.locals(known=word)
    cdef int best_known(self, int high, int row, int end, int rest, int left) noexcept nogil
    @cython.locals(targets=word, flips=word, ours=word, other=word)
    cdef int search_second(self, word mine, word theirs, int low, int high, int left, int rest) noexcept nogil
    @cython.locals(flips=word, ours=word, other=word)
    cdef int search_plain(
        self, word mine, word theirs, int low, int high, int left, int rest, word targets
    ) noexcept nogil
    @cython.locals(flips=word, ours=word, other=word)
    cdef int list_turns(self, word mine, word theirs, word targets, int end, int first) noexcept nogil
    @cython.locals(targets=word, flips=word)
    cdef int add_seconds(self, word mine, word theirs, int end, int cell, bint known) noexcept nogil
    cdef int add_turn(self, word mine, word theirs, int end, int cell, bint known) noexcept nogil
    @cython.locals(answers=word)
    cdef int promise(self, word mine, word theirs) noexcept nogil
    cdef word straight(self, word mine, word theirs) noexcept nogil
    cdef word diagonal(self, word mine, word theirs) noexcept nogil
    @cython.locals(mine=word, other=word)
    cdef void take_best(self, int i, int end) noexcept nogil

cdef int margin(word mine, word theirs) noexcept nogil
cdef int before(int rest) noexcept nogil
