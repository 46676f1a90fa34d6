cimport cython
from quincunx.core cimport action_codes, bits
from quincunx.core.bits cimport word
from quincunx.core.evaluator cimport Evaluator
from quincunx.core.state cimport State
from quincunx.games.flipflop cimport inputs, lines
from quincunx.games.flipflop.lines cimport Squares
from quincunx.games.flipflop.rules cimport FlipFlopState

cdef int WHITE, BLACK, FEATURES, CORNER, GIVES_CORNER

cdef class FlipFlopEvaluator(Evaluator):
    cdef Squares between
    cdef Squares corner_squares
    cdef int corners[4]
    cdef int before[4]
    cdef int beside[8]

    cdef int n
    cdef int inputs(self, State state, int* out) noexcept nogil
    cdef void features(self, State state, int* out) noexcept nogil
    cdef void see(self, FlipFlopState state, int* out) noexcept nogil
    @cython.locals(firsts=Squares, seconds=Squares, rich=Squares)
    cdef void count_choices(
        self, FlipFlopState state, int player, word* mine, word* theirs, int sign, int* out
    ) noexcept nogil
    cdef void find_firsts(self, FlipFlopState state, int player, word* firsts) noexcept nogil
    cdef int shared(self, FlipFlopState state, word* one, word* other) noexcept nogil
    @cython.locals(opened=Squares, empty=Squares, white=Squares, black=Squares, middle=word)
    cdef void count_pieces(self, FlipFlopState state, int* out) noexcept nogil
    cdef void look_at_corners(self, FlipFlopState state, int* out) noexcept nogil
    @cython.locals(square=word)
    cdef int owner(self, FlipFlopState state, int cell) noexcept nogil
    cdef int gain(self, State state, int action) noexcept nogil
    cdef int gain_on(self, FlipFlopState state, int cell) noexcept nogil
