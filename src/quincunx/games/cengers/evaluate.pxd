cimport cython
from quincunx.core cimport bits
from quincunx.core.bits cimport word
from quincunx.core.evaluator cimport Evaluator
from quincunx.core.state cimport State
from quincunx.games.cengers.rules cimport CengersState, shift

cdef int FEATURES, FAR, AHEAD, LATE, HARMLESS
cdef word HOMES[2]
cdef word DEEP[2]
cdef word CORNERS[2]
cdef int FORWARD[4]

cdef int apart(int one, int other) noexcept nogil

cdef class CengersEvaluator(Evaluator):
    cdef void features(self, State state, int* out) noexcept nogil
    cdef void see(self, CengersState state, int* out) noexcept nogil
    @cython.locals(home=word, outside=word, holes=word)
    cdef void count_side(self, CengersState state, int player, int sign, int* out) noexcept nogil
    @cython.locals(outside=word, holes=word)
    cdef void race(self, word outside, word holes, int sign, int* out) noexcept nogil
    @cython.locals(left=word)
    cdef int nearest(self, int square, word holes) noexcept nogil
    @cython.locals(own=word, occupied=word, empty=word)
    cdef int jumps(self, CengersState state, int player) noexcept nogil
    @cython.locals(occupied=word, empty=word, shut=word, reached=word)
    cdef int sealed(self, CengersState state, int player) noexcept nogil
    @cython.locals(guests=word)
    cdef void wait(self, CengersState state, int player, int sign, int lead, int* out) noexcept nogil
    @cython.locals(occupied=word, empty=word, beside=word)
    cdef int ways(self, CengersState state, word guests, int player) noexcept nogil
