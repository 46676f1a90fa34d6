cimport cython
from quincunx.core cimport action_codes, bits
from quincunx.core.bits cimport word
from quincunx.core.evaluator cimport Evaluator
from quincunx.core.state cimport State
from quincunx.games.battlefield cimport terms
from quincunx.games.battlefield.rules cimport BattlefieldState

cdef int PRICELESS

cdef class Gains(Evaluator):
    cdef int condition[5248]
    cdef int price[5248]

    cdef int gain(self, State state, int action) noexcept nogil
    @cython.locals(total=int, promoted=int, victim=int)
    cdef int gain_on(self, BattlefieldState state, int kind, int origin, int target) noexcept nogil
    @cython.locals(risked=int)
    cdef int capture(self, BattlefieldState state, int origin, int target, int won) noexcept nogil
    @cython.locals(balance="int[34]", last=int, side=int, occupied=word, standing=int, found=word, cell=int)
    cdef int exchange(self, BattlefieldState state, int origin, int target, int won) noexcept nogil
    @cython.locals(role=int)
    cdef int cheapest(self, BattlefieldState state, word units) noexcept nogil
    @cython.locals(attacker_hp=int, defender_hp=int, lost=int, left=int)
    cdef int battle(self, BattlefieldState state, int origin, int victim) noexcept nogil
    cdef int loss(self, int unit, int hp) noexcept nogil
    @cython.locals(occupied=word, found=word)
    cdef bint in_reach(self, BattlefieldState state, int origin, int target) noexcept nogil
    cdef bint settled(self, State state) noexcept nogil
    cdef bint is_safe(self, BattlefieldState state) noexcept nogil
    cdef bint may_skip(self, State state) noexcept nogil
    @cython.locals(officers=word)
    cdef bint has_time(self, BattlefieldState state) noexcept nogil
