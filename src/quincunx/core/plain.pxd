cimport cython
from quincunx.core cimport action_codes
from quincunx.core.bits cimport word
from quincunx.core.evaluator cimport Evaluator
from quincunx.core.state cimport State

cdef class PlainState(State):
    cdef int length
    @cython.locals(start=int)
    cdef int generate(self, int* out, int end) noexcept with gil
    cdef void step(self, int action) noexcept with gil
    cdef int save(self, word* out, int at) noexcept with gil
    cdef void load(self, word* words, int at) noexcept with gil

cdef class PlainEvaluator(Evaluator):
    cdef void features(self, State state, int* out) noexcept with gil
    cdef int gain(self, State state, int action) noexcept with gil
