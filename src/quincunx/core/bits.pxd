# inlined: bits.py is only used uncompiled and is not compiled itself
ctypedef unsigned long long word

cdef extern from *:
    """
    #define QX_ALL 0xFFFFFFFFFFFFFFFFULL
    static inline int qx_lowest(unsigned long long w) { return __builtin_ctzll(w); }
    static inline int qx_count(unsigned long long w) { return __builtin_popcountll(w); }
    static inline unsigned long long qx_bit(int number) { return 1ULL << number; }
    static inline unsigned long long qx_mix(unsigned long long key, unsigned long long w) {
        key = (key ^ w) * 0x9E3779B97F4A7C15ULL;
        return key ^ (key >> 29);
    }
    static inline unsigned long long qx_finish(unsigned long long key) {
        key = (key ^ (key >> 33)) * 0xFF51AFD7ED558CCDULL;
        key = (key ^ (key >> 33)) * 0xC4CEB9FE1A85EC53ULL;
        return key ^ (key >> 33);
    }
    """
    const word ALL "QX_ALL"
    int lowest "qx_lowest" (word w) noexcept nogil
    int count "qx_count" (word w) noexcept nogil
    word bit "qx_bit" (int number) noexcept nogil
    word mix "qx_mix" (word key, word w) noexcept nogil
    word finish "qx_finish" (word key) noexcept nogil
