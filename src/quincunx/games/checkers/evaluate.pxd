cimport cython
from quincunx.core cimport action_codes, bits
from quincunx.core.bits cimport word
from quincunx.core.evaluator cimport Evaluator
from quincunx.core.state cimport State
from quincunx.games.checkers cimport inputs
from quincunx.games.checkers.rules cimport CheckersState, shift

cdef int MAN, KING, CROWN, FEATURES
cdef word CENTRE, SIDES
cdef word BACK[2]
cdef word LAST_BUT_ONE[2]

cdef int advance(word men, int player) noexcept nogil

cdef class CheckersEvaluator(Evaluator):
    cdef int inputs(self, State state, int* out) noexcept nogil
    cdef void features(self, State state, int* out) noexcept nogil
    cdef void see(self, CheckersState state, int* out) noexcept nogil
    @cython.locals(own=word, other=word, men=word, kings=word, empty=word)
    cdef void count_side(self, CheckersState state, int player, int sign, int* out) noexcept nogil
    @cython.locals(steps=word)
    cdef int free(self, word men, word kings, word empty, int player) noexcept nogil
    cdef int gain(self, State state, int action) noexcept nogil
    @cython.locals(over=word, here=word)
    cdef int gain_on(self, CheckersState state, int origin, int target) noexcept nogil
    cdef bint settled(self, State state) noexcept nogil
    cdef bint must_capture(self, CheckersState state) noexcept nogil
