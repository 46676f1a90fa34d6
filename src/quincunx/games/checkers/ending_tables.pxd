cimport cython
from quincunx.core cimport bits
from quincunx.core.bits cimport word
from quincunx.games.checkers cimport ending, tiles

cdef int MISSING, LOST_NOW, SLOTS

@cython.final
cdef class EndingTables:
    cdef unsigned char* starts[4096]
    cdef readonly dict held
    cdef readonly int most
    @cython.locals(slot=int, start="unsigned char*")
    cdef int value(self, word men, word kings, word other_men, word other_kings) noexcept nogil
    cdef int slot(self, word men, word kings, word other_men, word other_kings) noexcept nogil
