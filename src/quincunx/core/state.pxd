cimport cython
from quincunx.core cimport action_codes, action_list, bits
from quincunx.core.bits cimport word
from quincunx.core.undo_stack cimport Past, WordStack

cdef int HEAD, SKIPPED, ROOM
cdef WordStack COUNTED

@cython.locals(number=int)
cdef int _number(action) except -1
@cython.locals(number=int)
cdef int _indexed(action) except -1

cdef class State:
    cdef readonly object game
    cdef public object origin
    cdef readonly int to_move, turn, ply, acted
    cdef int winner, reason, repetition
    cdef int position_words, frame_words
    cdef WordStack frames
    cdef Past past
    cdef object fault

    cdef int generate(self, int* out, int end) noexcept nogil
    cdef void step(self, int action) noexcept nogil
    cdef int save(self, word* out, int at) noexcept nogil
    cdef void load(self, word* words, int at) noexcept nogil
    @cython.locals(key=word, at=int)
    cdef word position_key(self) noexcept nogil

    cdef void end_turn(self) noexcept nogil
    cdef void finish(self, int winner, int reason) noexcept nogil
    cdef bint repeated(self) noexcept nogil
    cdef void forget(self) noexcept nogil

    cdef void make(self, int action) noexcept nogil
    cdef void unmake(self) noexcept nogil
    cdef void skip(self) noexcept nogil
    cdef bint skipped(self) noexcept nogil
    cdef void advance(self, int action) noexcept nogil
    @cython.locals(data="word*")
    cdef int freeze(self) noexcept nogil
    @cython.locals(data="word*")
    cdef void restore(self, WordStack frames, int at) noexcept nogil
    @cython.locals(buffer="int[1024]", listed=int)
    cdef bint legal(self, int action) noexcept nogil

    @cython.locals(buffer="int[1024]", end=int)
    cpdef list legal_actions(self)
    @cython.locals(number=int)
    cpdef apply(self, action)
    @cython.locals(at=int)
    cpdef assign(self, State other)
