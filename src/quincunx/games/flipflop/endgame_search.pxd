cimport cython
from quincunx.core cimport bits, clock
from quincunx.core.bits cimport word
from quincunx.games.flipflop cimport board8, endgame_table
from quincunx.games.flipflop.endgame_table cimport EndgameTable

cdef int CHECK_EVERY
cdef double BREAK

cdef class EndgameSearch:
    cdef EndgameTable table
    cdef word whole, outside, corners, rim
    cdef int squares
    cdef readonly long long nodes
    cdef long long most_nodes, next_look
    cdef double deadline, spell, next_break
    cdef bint halted, stopped

    cpdef begin(self, double seconds, long long most_nodes, double spell)
    @cython.locals(known=word)
    cpdef int best_cell(self, word mine, word theirs, int tag)
    @cython.locals(now=double)
    cdef bint out_of_time(self) noexcept nogil
    cdef void keep(
        self, word mine, word theirs, int tag, int low, int high, int best, int cell, word known, long long nodes
    ) noexcept nogil
