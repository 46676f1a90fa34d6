# inlined: entry.py is only used uncompiled and is not compiled itself
from quincunx.core.bits cimport word

cdef enum:
    EXACT = 0
    LOWER = 1
    UPPER = 2
    NO_ACTION = 0xFFFFFF

cdef extern from *:
    """
    static inline unsigned long long qx_pack(int action, int score, int depth, int bound) {
        return 1ULL << 54 | (unsigned long long)bound << 52 | (unsigned long long)depth << 44
            | (unsigned long long)(score + (1 << 19)) << 24 | (unsigned long long)(action & 0xFFFFFF);
    }
    static inline int qx_action_of(unsigned long long entry) { return (int)(entry & 0xFFFFFF); }
    static inline int qx_score_of(unsigned long long entry) { return (int)(entry >> 24 & 0xFFFFF) - (1 << 19); }
    static inline int qx_depth_of(unsigned long long entry) { return (int)(entry >> 44 & 0xFF); }
    static inline int qx_bound_of(unsigned long long entry) { return (int)(entry >> 52 & 3); }
    """
    word pack "qx_pack" (int action, int score, int depth, int bound) noexcept nogil
    int action_of "qx_action_of" (word entry) noexcept nogil
    int score_of "qx_score_of" (word entry) noexcept nogil
    int depth_of "qx_depth_of" (word entry) noexcept nogil
    int bound_of "qx_bound_of" (word entry) noexcept nogil
