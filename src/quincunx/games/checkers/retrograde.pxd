cimport cython
from quincunx.core cimport bits
from quincunx.core.bits cimport word
from quincunx.games.checkers cimport ending, tiles
from quincunx.games.checkers.ending cimport Ending
from quincunx.games.checkers.ending_tables cimport EndingTables

cdef int LOST_NOW, NONE, MISSING, HIGHEST

@cython.final
cdef class Retrograde:
    cdef EndingTables tables
    cdef bint compulsory, crowning_stops, jumped_once, blocked_loses
    cdef readonly int highest
    cdef int least, most, settled
    cdef bint is_open
    cdef Ending position
    cdef int counts[4]
    cdef unsigned char* values
    cdef unsigned char* others

    @cython.locals(index="long long", value=int)
    cdef void judge_all(self, Ending position, long long begin, long long end, int settled) noexcept nogil
    @cython.locals(index="long long")
    cdef void spread_all(self, Ending position, int value, long long size) noexcept nogil
    @cython.locals(moved=bint)
    cdef int judge(self, word men, word kings, word other_men, word other_kings, int settled) noexcept nogil
    cdef void note(self, int value) noexcept nogil
    cdef int after(self, word men, word kings, word other_men, word other_kings) noexcept nogil
    cdef void visit_inside(self, word men, word kings, word other_men, word other_kings) noexcept nogil
    @cython.locals(pieces=word, here=word)
    cdef bint captures(self, word men, word kings, word other_men, word other_kings) noexcept nogil
    @cython.locals(takeable=word, taken=word, there=word, over=word, found=bint, crowned=bint, more=bint, target=int)
    cdef bint chain(self, word men, word kings, word other_men, word other_kings, int tile, bint king, word jumped, word twice) noexcept nogil
    @cython.locals(pieces=word, here=word, there=word, found=bint, king=bint, target=int, empty=word)
    cdef bint steps(self, word men, word kings, word other_men, word other_kings) noexcept nogil
    @cython.locals(pieces=word, others=word, empty=word, king=bint, tile=int)
    cdef bint can_capture(self, word men, word kings, word other_men, word other_kings) noexcept nogil
    @cython.locals(pieces=word, empty=word, king=bint, tile=int)
    cdef bint can_step(self, word men, word kings, word other_men, word other_kings) noexcept nogil
    @cython.locals(pieces=word, here=word, there=word, empty=word, king=bint, tile=int)
    cdef void spread(self, Ending position, int value) noexcept nogil
    @cython.locals(index="long long", known=int)
    cdef void reach(self, word men, word kings, word other_men, word other_kings, int value) noexcept nogil
    cdef void put(self, long long index, int value) noexcept nogil
