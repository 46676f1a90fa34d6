cimport cython
from quincunx.core cimport action_codes, bits
from quincunx.core.bits cimport word
from quincunx.core.state cimport State

cdef int HOME_REASON, REPETITION, ROUNDS
cdef word NOT_FILE_A, NOT_FILE_H, BOTTOM_RIGHT, TOP_LEFT
cdef int NONE
cdef int OFFSETS[4]

cpdef word shift(word squares, int direction) noexcept nogil

cdef class CengersState(State):
    cdef word pieces[2]
    cdef word visited
    cdef int moving
    cdef int rounds
    cdef int stragglers

    @cython.locals(occupied=word, empty=word, mine=word, targets=word)
    cdef int generate(self, int* out, int end) noexcept nogil
    @cython.locals(targets=word)
    cdef int jumps(self, int* out, int end, word movers, word occupied, word free) noexcept nogil
    cdef void step(self, int action) noexcept nogil
    cdef int save(self, word* out, int at) noexcept nogil
    cdef void load(self, word* words, int at) noexcept nogil
    cdef void move(self, int origin, int target) noexcept nogil
    @cython.locals(occupied=word, free=word, mover=word)
    cdef bint can_jump_on(self) noexcept nogil
    cdef void judge(self) noexcept nogil
    @cython.locals(home=word)
    cdef bint is_home(self, int player) noexcept nogil
    cdef bint late(self) noexcept nogil
