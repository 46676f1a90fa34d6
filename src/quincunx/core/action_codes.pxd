# inlined: action_codes.py is only used uncompiled and is not compiled itself
cdef enum:
    MOVE = 0
    PLACE = 1
    END = 2
    PASS = 3
    TIMEOUT = 4
    OWN = 8
    NOBODY = 2
    MAX_ACTIONS = 1024
    MAX_WORDS = 240
    KIND_SHIFT = 20
    ORIGIN_SHIFT = 10
    CELL_MASK = 1023

cdef extern from *:
    """
    #define qx_action(kind, origin, target) ((kind) << 20 | (origin) << 10 | (target))
    #define qx_kind_of(a) ((a) >> 20)
    #define qx_origin_of(a) ((a) >> 10 & 1023)
    #define qx_target_of(a) ((a) & 1023)
    """
    int action "qx_action" (int kind, int origin, int target) noexcept nogil
    int kind_of "qx_kind_of" (int action) noexcept nogil
    int origin_of "qx_origin_of" (int action) noexcept nogil
    int target_of "qx_target_of" (int action) noexcept nogil
