cimport cython
from quincunx.core cimport action_codes, bits
from quincunx.core.bits cimport word
from quincunx.core.state cimport State
from quincunx.games.flipflop cimport lines
from quincunx.games.flipflop.lines cimport Squares

cdef int WHITE, BLACK
cdef int BOTH_PASSED, TURNS_USED, NEITHER_CAN_PLAY

cdef class FlipFlopState(State):
    cdef Squares white
    cdef Squares black
    cdef Squares targets
    cdef Squares inner
    cdef Squares whole
    cdef int n, word_count, first_lines, second_lines
    cdef bint ends_when_stuck, second, passed

    @cython.locals(left=word)
    cdef int generate(self, int* out, int end) noexcept nogil
    @cython.locals(both_passed=bint)
    cdef void step(self, int action) noexcept nogil
    cdef int save(self, word* out, int at) noexcept nogil
    cdef void load(self, word* words, int at) noexcept nogil

    cdef int place(self, int cell) noexcept nogil
    @cython.locals(trapped=Squares)
    cdef int capture(self, int cell, word* mine, word* theirs) noexcept nogil
    cdef bint look(self, word* targets, int player, int kinds) noexcept nogil
    cdef void judge(self, bint both_passed) noexcept nogil
    @cython.locals(targets=Squares)
    cdef bint stuck(self, int player) noexcept nogil
    cdef int leader(self) noexcept nogil
    cdef int count(self, word* squares) noexcept nogil
    cdef int turns_left(self) noexcept nogil

    @cython.locals(targets=Squares)
    cpdef list trapping(self, int player, int kinds)
