cimport cython
from quincunx.core cimport bits
from quincunx.core.bits cimport word
from quincunx.games.battlefield cimport terms

cdef word FILE_A, FILE_B, NOT_FILE_A, NOT_FILE_H, STAIRS
cdef word KNIGHT[64]
cdef word KING[64]
cdef word PAWN[128]
cdef word RANK[64]
cdef word FILE[64]
cdef word RISING[64]
cdef word FALLING[64]
cdef word STEPS[384]
cdef word BETWEEN[4096]
cdef word ROWS[512]
cdef word COLUMNS[512]

@cython.locals(rank=word, row=word, column=word)
cdef word rook(int cell, word occupied) noexcept nogil
@cython.locals(rising=word, falling=word, up=word, down=word)
cdef word bishop(int cell, word occupied) noexcept nogil
@cython.locals(square=word)
cdef word line(int one, int other) noexcept nogil
