cimport cython
from quincunx.core cimport bits
from quincunx.core.bits cimport word
from quincunx.games.battlefield cimport attacks, terms
from quincunx.games.battlefield.field cimport Field

cdef class Battle(Field):
    cdef int attacker_hp, defender_hp, opener, strikes
    cdef bint progress

    @cython.locals(side=int, striking=int, pair=int, attack=int, armour=int, damage=int)
    cdef int damage(self, int attacker, int defender) noexcept nogil
    cdef word knifed(self) noexcept nogil
    cdef void fight(self, int attacker, int defender) noexcept nogil

    @cython.locals(profile=int, healing=int, hp=int)
    cdef int resolve(self, int kind, int origin, int target) noexcept nogil
    @cython.locals(pawn=bint, promoted=int)
    cdef int arrive(self, int kind, int origin, int target) noexcept nogil
    @cython.locals(attacking=int, defending=int, between=word, stop=int)
    cdef int attack(self, int kind, int origin, int defender, int target) noexcept nogil
    cdef void suffer(self, int cell, int hp, int striker) noexcept nogil

    @cython.locals(strikes_first=bint)
    cdef bint fatal(self, int attacker, int king) noexcept nogil
    @cython.locals(king=int, found=word)
    cdef bint in_check(self, int side) noexcept nogil
    @cython.locals(hp=int, knifed=int, cell=int, found=word)
    cdef word dangerous(self, word units, int king) noexcept nogil
