cimport cython
from quincunx.core cimport bits
from quincunx.core.bits cimport word
from quincunx.core.prober cimport Prober
from quincunx.core.state cimport State
from quincunx.games.checkers cimport tiles
from quincunx.games.checkers.ending_tables cimport EndingTables
from quincunx.games.checkers.rules cimport CheckersState

cdef int UNKNOWN

cdef class CheckersProber(Prober):
    cdef EndingTables tables
    cdef object rules
    cdef int probe(self, State state) noexcept nogil
    @cython.locals(value=int)
    cdef int look(self, CheckersState state) noexcept nogil
    @cython.locals(own=word, other=word, kings=word)
    cdef int find(self, CheckersState state) noexcept nogil
