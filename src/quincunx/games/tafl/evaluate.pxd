cimport cython
from quincunx.core cimport action_codes
from quincunx.core.evaluator cimport Evaluator
from quincunx.core.state cimport State
from quincunx.games.tafl cimport bitboard, edge, inputs, steps
from quincunx.games.tafl.bitboard cimport squareset
from quincunx.games.tafl.rules cimport TaflState
from quincunx.games.tafl.board_masks cimport BoardMasks

cdef int ATTACKERS, DEFENDERS
cdef int ATTACKER, DEFENDER, DECISION, FEWEST

@cython.locals(reached=squareset, fresh=squareset)
cdef squareset slid(BoardMasks on, squareset start, squareset empty) noexcept nogil
@cython.locals(above=squareset)
cdef int linked(BoardMasks on, squareset men) noexcept nogil

cdef class TaflEvaluator(Evaluator):
    cdef int files
    cdef int inputs(self, State state, int* out) noexcept nogil
    cdef void features(self, State state, int* out) noexcept nogil
    cdef void see(self, TaflState state, int* out) noexcept nogil
    @cython.locals(guards=squareset)
    cdef void count_men(self, TaflState state, int* out) noexcept nogil
    @cython.locals(empty=squareset, goals=squareset, hostile=squareset, reached=squareset, near=squareset, far=squareset)
    cdef void see_king(self, TaflState state, squareset king, int* out) noexcept nogil
    @cython.locals(free=squareset, territory=squareset)
    cdef void see_ring(self, TaflState state, int* out) noexcept nogil
    cdef int gain(self, State state, int action) noexcept nogil
    @cython.locals(beside=squareset, king=squareset)
    cdef int gain_on(self, TaflState state, int origin, squareset moved) noexcept nogil
    @cython.locals(captured=squareset)
    cdef int gain_of_attack(self, TaflState state, squareset king, squareset moved, squareset beside) noexcept nogil
    cdef bint encloses(self, TaflState state, squareset king, squareset moved) noexcept nogil
    cdef bint may_skip(self, State state) noexcept nogil
    cdef bint is_at_ease(self, TaflState state) noexcept nogil
