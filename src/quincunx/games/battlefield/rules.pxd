cimport cython
from quincunx.core cimport action_codes, bits
from quincunx.core.bits cimport word
from quincunx.games.battlefield cimport terms
from quincunx.games.battlefield.choices cimport Choices

cdef int CHECKMATE, KING_DEFEATED, STALEMATE, REPETITION, QUIET

cdef class BattlefieldState(Choices):
    cdef int quiet_limit, quiet

    cdef int save(self, word* out, int at) noexcept nogil
    cdef void load(self, word* words, int at) noexcept nogil
    @cython.locals(key=word)
    cdef word position_key(self) noexcept nogil
    @cython.locals(cheered=bint, stands=int)
    cdef void step(self, int action) noexcept nogil
    cdef void skip(self) noexcept nogil
    cdef bint goes_on(self, int cell) noexcept nogil
    @cython.locals(stands=bint)
    cdef void keep_en_passant(self) noexcept nogil
    cdef void judge(self, bint repeats) noexcept nogil
