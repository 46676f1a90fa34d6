# inlined: tiles.py is only used uncompiled and is not compiled itself
from quincunx.core.bits cimport word

cdef extern from *:
    """
    #include <string.h>
    static inline unsigned long long qx_narrow(unsigned long long w) {
        w = (w | w >> 1) & 0x5555555555555555ULL;
        w = (w | w >> 1) & 0x3333333333333333ULL;
        w = (w | w >> 2) & 0x0F0F0F0F0F0F0F0FULL;
        w = (w | w >> 4) & 0x00FF00FF00FF00FFULL;
        w = (w | w >> 8) & 0x0000FFFF0000FFFFULL;
        return (w | w >> 16) & 0xFFFFFFFFULL;
    }
    static inline unsigned long long qx_turned(unsigned long long w) {
        w = (w >> 1 & 0x55555555ULL) | (w & 0x55555555ULL) << 1;
        w = (w >> 2 & 0x33333333ULL) | (w & 0x33333333ULL) << 2;
        w = (w >> 4 & 0x0F0F0F0FULL) | (w & 0x0F0F0F0FULL) << 4;
        return __builtin_bswap32((unsigned int)w);
    }
    static inline long long qx_find(unsigned char* data, int value, long long at, long long end) {
        unsigned char* found = at < end ? memchr(data + at, value, end - at) : NULL;
        return found ? found - data : -1;
    }
    static inline unsigned char* qx_start_of(PyObject* data) {
        Py_buffer buffer;
        if (PyObject_GetBuffer(data, &buffer, PyBUF_SIMPLE)) return NULL;
        unsigned char* start = buffer.buf;
        PyBuffer_Release(&buffer);  /* whoever asks keeps the object, which does not move its bytes */
        return start;
    }
    """
    word narrow "qx_narrow" (word cells) noexcept nogil
    word turned "qx_turned" (word tiles) noexcept nogil
    long long find "qx_find" (unsigned char* data, int value, long long at, long long end) noexcept nogil
    unsigned char* start_of "qx_start_of" (object data) except NULL
