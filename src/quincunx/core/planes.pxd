from quincunx.core cimport bits
from quincunx.core.bits cimport word

cdef int write_plane(word squares, int first, int flip, int* out, int end) noexcept nogil
