cimport cython
from quincunx.core cimport bits, planes
from quincunx.core.bits cimport word
from quincunx.games.battlefield cimport terms
from quincunx.games.battlefield.rules cimport BattlefieldState

cdef int RIGHTS, PASSING, PLANE, ROLES

@cython.locals(flip=int, end=int, pieces=word)
cdef int write_inputs(BattlefieldState state, int* out) noexcept nogil
@cython.locals(rights=int)
cdef int write_rights(BattlefieldState state, int* out, int end) noexcept nogil
