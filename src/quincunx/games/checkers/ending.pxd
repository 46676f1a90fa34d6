cimport cython
from quincunx.core cimport bits
from quincunx.core.bits cimport word
from quincunx.games.checkers cimport tiles

cdef int TILES, PLACES, PIECES
cdef word ALL_TILES, FAR
cdef int NEXT[128]
cdef int BEHIND[128]
cdef long long CHOICES[264]

cdef long long choices(int count, int among) noexcept nogil
cpdef int slot_of(int men, int kings, int other_men, int other_kings) noexcept nogil
@cython.locals(nth=int, rank="long long")
cdef long long rank_of(word places) noexcept nogil
@cython.locals(place=int)
cdef word places_of(long long rank, int count, int among) noexcept nogil
@cython.locals(tile=int)
cdef word closed_up(word places, word taken) noexcept nogil
@cython.locals(tile=int)
cdef word spread_out(word places, word taken) noexcept nogil
@cython.locals(rank="long long")
cpdef long long index_of(word men, word kings, word other_men, word other_kings) noexcept nogil

@cython.final
cdef class Ending:
    cdef word men, kings, other_men, other_kings
    @cython.locals(free=int)
    cdef void at(self, int men, int kings, int other_men, int other_kings, long long index) noexcept nogil
