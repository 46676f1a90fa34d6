cimport cython
from quincunx.core cimport action_codes, bits
from quincunx.core.bits cimport word
from quincunx.core.state cimport State

cdef int LINE, FULL
cdef word LINES[8]

cdef class NoughtsState(State):
    cdef word marks[2]
    cdef int save(self, word* out, int at) noexcept nogil
    cdef void load(self, word* words, int at) noexcept nogil
    @cython.locals(free=word)
    cdef int generate(self, int* out, int end) noexcept nogil
    cdef void step(self, int action) noexcept nogil
    cdef void judge(self, int mover) noexcept nogil
