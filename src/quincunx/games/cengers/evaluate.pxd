cimport cython
from quincunx.core cimport bits
from quincunx.core.bits cimport word
from quincunx.core.evaluator cimport Evaluator
from quincunx.core.state cimport State
from quincunx.games.cengers cimport inputs
from quincunx.games.cengers.race cimport Race
from quincunx.games.cengers.rules cimport CengersState, shift

cdef int FEATURES, FAR
cdef word HOMES[2]
cdef int FORWARD[4]

cdef int apart(int one, int other) noexcept nogil

cdef class CengersEvaluator(Evaluator):
    cdef bint race_known
    cdef Race race_table
    cdef int inputs(self, State state, int* out) noexcept nogil
    cdef void features(self, State state, int* out) noexcept nogil
    cdef void see(self, CengersState state, int* out) noexcept nogil
    @cython.locals(turns_of_x=int, turns_of_o=int)
    cdef int lead(self, CengersState state) noexcept nogil
    @cython.locals(own=word, outside=word, holes=word)
    cdef void count_side(self, CengersState state, int player, int sign, int* out) noexcept nogil
    cdef void race(self, word squares, word others, int sign, int* out) noexcept nogil
    cdef int nearest(self, int square, word others) noexcept nogil
    @cython.locals(own=word, occupied=word, empty=word)
    cdef int jumps(self, CengersState state, int player) noexcept nogil
