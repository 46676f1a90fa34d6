cimport cython
from quincunx.core cimport action_codes, bits
from quincunx.core.bits cimport word
from quincunx.core.state cimport State

cdef int NO_PIECES, LEFT, PASSES, QUIET, BLOCKED, LEAVING
cdef word DARK_TILES, DARK_START, LIGHT_START, RANK_1, RANK_8
cdef int OFFSETS[4]

cpdef word shift(word tiles, int direction) noexcept nogil

cdef class CheckersState(State):
    cdef word pieces[2]
    cdef word kings, moving, jumped, twice
    cdef int quiet, passes
    cdef int timeouts[2]
    cdef int quiet_limit, passes_limit
    cdef bint compulsory, crowning_stops, jumped_once, blocked_loses

    cdef int generate(self, int* out, int end) noexcept nogil
    @cython.locals(pieces=word)
    cdef word movers(self, int direction) noexcept nogil
    cdef word empty(self) noexcept nogil
    cdef word takeable(self) noexcept nogil
    @cython.locals(empty=word, targets=word)
    cdef int steps(self, int* out, int end) noexcept nogil
    @cython.locals(empty=word, takeable=word, targets=word)
    cdef int captures(self, int* out, int end) noexcept nogil
    @cython.locals(empty=word, takeable=word)
    cdef bint can_capture(self) noexcept nogil
    @cython.locals(empty=word)
    cdef bint can_step(self) noexcept nogil

    cdef void step(self, int action) noexcept nogil
    @cython.locals(here=word, there=word, king=word)
    cdef void move(self, int origin, int target) noexcept nogil
    cdef void jump(self, word over) noexcept nogil
    cdef void crown(self, word tile) noexcept nogil
    cdef void clear_captured(self) noexcept nogil
    cdef void judge(self) noexcept nogil
    cdef int save(self, word* out, int at) noexcept nogil
    cdef void load(self, word* words, int at) noexcept nogil
