from quincunx.games.battlefield cimport terms

cdef class Matchup:
    cdef readonly tuple rosters
    cdef readonly dict profiles, usual
    cdef dict numbers
    cdef readonly bint deadly
    cdef short attack[1681]
    cdef short armour[1681]
    cdef short role[41]
    cdef short hp[41]
    cdef short healing[41]
    cdef short knives[41]
    cdef short vantage[41]
    cdef short halved[41]
    cdef short marks[41]
    cdef short alike[41]
    cdef short peril[82]
    cdef short slots[32]
    cdef short promoted[8]
