cimport cython
from quincunx.core cimport bits
from quincunx.core.bits cimport word
from quincunx.core.state cimport State
from quincunx.games.battlefield cimport attacks, terms
from quincunx.games.battlefield.matchup cimport Matchup

cdef int RIGHTS_KEPT[64]

cdef class Field(State):
    cdef readonly Matchup matchup
    cdef word pieces[2]
    cdef word roles[6]
    cdef word marks[11]
    cdef word marked, units_key
    cdef short units[64]
    cdef int rights, passing

    cdef void clear(self) noexcept nogil
    @cython.locals(unit=int, alike=int)
    cdef word unit_key(self, int cell) noexcept nogil
    @cython.locals(square=word, marks=int)
    cdef void put(self, int cell, int profile, int hp) noexcept nogil
    @cython.locals(others=word, profile=int)
    cdef void remove(self, int cell) noexcept nogil
    @cython.locals(square=word, both=word, profile=int)
    cdef void shift(self, int origin, int target) noexcept nogil
    cdef void leave(self, int cell) noexcept nogil
    cdef void set_hp(self, int cell, int hp) noexcept nogil
    @cython.locals(square=word)
    cdef void set_effect(self, int effect, int cell, int count) noexcept nogil
    cdef void count_down(self) noexcept nogil

    @cython.locals(role=int, occupied=word)
    cdef word reach(self, int cell) noexcept nogil
    @cython.locals(straight=word, diagonal=word, found=word)
    cdef word attackers(self, int side, int cell, word occupied) noexcept nogil
    @cython.locals(pawns=word, up=word, down=word, found=word, some=word)
    cdef word covered(self, word units, word occupied) noexcept nogil
    cdef bint counters(self, int defender, int attacker) noexcept nogil
