cimport cython
from libc.stdlib cimport free, malloc
from quincunx.core cimport action_codes, bits
from quincunx.core.bits cimport word
from quincunx.core.evaluator cimport Evaluator
from quincunx.core.state cimport State
from quincunx.core.undo_stack cimport WordStack

cdef class Batch:
    cdef readonly list states
    cdef void** pointers
    cdef WordStack start
    cdef Evaluator evaluator
    cdef int count, cells, flip, on_cells, planes, most
    cdef bint tells_mover
    cdef readonly int unknown
    cdef word seed
    cdef int[::1] codes, numbers, actions, plies
    cdef signed char[::1] movers
    cdef unsigned char[::1] legal, over, pictures
    cdef short[::1] offered, offers
    cdef float[::1] rewards
    cdef long long[::1] draws

    @cython.locals(first=State, at=int)
    cdef _keep_start(self)

    @cython.locals(game=Py_ssize_t, number=int)
    cpdef Py_ssize_t first_illegal(self)
    @cython.locals(game=Py_ssize_t)
    cpdef reset(self, int first, int end)
    @cython.locals(game=Py_ssize_t)
    cpdef step(self, int first, int end)
    @cython.locals(game=Py_ssize_t)
    cpdef sample(self, int first, int end)
    @cython.locals(game=Py_ssize_t)
    cpdef observe(self, int first, int end)

    cdef void restart(self, State state, Py_ssize_t game) noexcept nogil
    cdef void play(self, State state, Py_ssize_t game) noexcept nogil
    cdef void score(self, Py_ssize_t game, int winner) noexcept nogil
    @cython.locals(found="int[1024]", end=int, number=int, offers=int)
    cdef void offer(self, State state, Py_ssize_t game) noexcept nogil
    cdef void clear(self, Py_ssize_t game) noexcept nogil
    @cython.locals(random=word)
    cdef void pick(self, Py_ssize_t game) noexcept nogil
    @cython.locals(row=Py_ssize_t, active="int[128]", count=int)
    cdef void draw(self, State state, Py_ssize_t game) noexcept nogil
    cdef void fill(self, Py_ssize_t row, int plane) noexcept nogil
    cdef int number_of(self, int code, int mover) noexcept nogil
    cdef int seen(self, int code, int mover) noexcept nogil
