# inlined: bitboard.py is only used uncompiled and is not compiled itself
from quincunx.core.bits cimport word

cdef extern from *:
    """
    typedef unsigned __int128 qx_squares;
    static inline qx_squares qx_square(int cell) { return (qx_squares)1 << cell; }
    static inline int qx_first(qx_squares s) {
        unsigned long long low = (unsigned long long)s;
        return low ? __builtin_ctzll(low) : 64 + __builtin_ctzll((unsigned long long)(s >> 64));
    }
    static inline int qx_count_squares(qx_squares s) {
        return __builtin_popcountll((unsigned long long)s) + __builtin_popcountll((unsigned long long)(s >> 64));
    }
    static inline qx_squares qx_joined(unsigned long long low, unsigned long long high) {
        return (qx_squares)high << 64 | low;
    }
    #define qx_low(s) ((unsigned long long)(s))
    #define qx_high(s) ((unsigned long long)((s) >> 64))
    static inline unsigned qx_line(qx_squares s, int start, int mask) {  /* without a branch: where is no telling */
        unsigned long long low = (unsigned long long)s, high = (unsigned long long)(s >> 64);
        unsigned long long upper = -(unsigned long long)(start >> 6);
        unsigned long long near = (low & ~upper) | (high & upper), far = high & ~upper;
        return (unsigned)(near >> (start & 63) | far << 1 << (63 - (start & 63))) & (unsigned)mask;
    }
    static inline int qx_room_before(unsigned line, int at) {
        unsigned before = (line & ((1u << at) - 1)) << 1 | 1;
        return at - (31 - __builtin_clz(before));
    }
    static inline int qx_room_behind(unsigned line, int at, int length) {
        return __builtin_ctz((line | 1u << length) >> (at + 1));
    }
    """
    ctypedef unsigned long long squareset "qx_squares"
    squareset square "qx_square" (int cell) noexcept nogil
    int first "qx_first" (squareset squares) noexcept nogil
    int count "qx_count_squares" (squareset squares) noexcept nogil
    word low "qx_low" (squareset squares) noexcept nogil
    word high "qx_high" (squareset squares) noexcept nogil
    squareset joined "qx_joined" (word low, word high) noexcept nogil
    unsigned int line "qx_line" (squareset squares, int start, int mask) noexcept nogil
    int room_before "qx_room_before" (unsigned int line, int at) noexcept nogil
    int room_behind "qx_room_behind" (unsigned int line, int at, int length) noexcept nogil
