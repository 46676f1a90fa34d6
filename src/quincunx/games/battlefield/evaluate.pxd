cimport cython
from quincunx.core cimport bits
from quincunx.core.bits cimport word
from quincunx.core.state cimport State
from quincunx.games.battlefield cimport attacks, inputs, terms
from quincunx.games.battlefield.gains cimport Gains
from quincunx.games.battlefield.rules cimport BattlefieldState

cdef int FEATURES
cdef int UNITS, MOBILITY, CENTRAL
cdef int BISHOP_PAIR, OPEN_FILES, HALF_OPEN_FILES
cdef int PAWN_CENTRE, PAWN_ADVANCE, DOUBLED, ISOLATED, SUPPORTED, PASSED, PASSED_LATE
cdef int SHELTER, KING_ATTACK, KING_EXPOSED, KING_CENTRE_LATE, CASTLING, CHASE, TEMPO
cdef int KING_HEALTH, KING_PERIL, KING_KILLERS, THREATS, HEALERS, CHEERERS, CHEERED, KNIFED
cdef int OPENING

cdef int CENTRE[64]
cdef int EXPOSED[128]
cdef int ADVANCE[128]
cdef int GRIP[128]
cdef word AHEAD[128]
cdef word NEAR_COVER[128]
cdef word FAR_COVER[128]
cdef word NEIGHBOURS[8]

cdef int apart(int one, int other) noexcept nogil

cdef class BattlefieldEvaluator(Gains):
    cdef bint deadly
    cdef int inputs(self, State state, int* out) noexcept nogil
    cdef void features(self, State state, int* out) noexcept nogil
    @cython.locals(phase=int, sign=int)
    cdef void see(self, BattlefieldState state, int* out) noexcept nogil
    @cython.locals(lesser=int, force=int)
    cdef int phase(self, BattlefieldState state) noexcept nogil
    @cython.locals(free=word, ring=word, units=word, besiegers=int, beset=int, unit=int, at=int, reach=word)
    cdef void count_officers(self, BattlefieldState state, int side, int sign, int phase, int* out) noexcept nogil
    @cython.locals(pawns=word)
    cdef word pawn_cover(self, BattlefieldState state, int side) noexcept nogil
    @cython.locals(rooks=word, pawns=word, file=word)
    cdef void count_files(self, BattlefieldState state, int side, int sign, int* out) noexcept nogil
    @cython.locals(pawns=word, enemies=word, left=word, grip=int, gone=int, at=int)
    cdef void count_pawns(self, BattlefieldState state, int side, int sign, int phase, int* out) noexcept nogil
    @cython.locals(at=int, pawns=word, shelter=int)
    cdef void count_king(self, BattlefieldState state, int side, int sign, int phase, int* out) noexcept nogil
    @cython.locals(mine=word, cheered=word)
    cdef void count_battles(self, BattlefieldState state, int side, int sign, int* out) noexcept nogil
    @cython.locals(found=word, damage=int, hp=int)
    cdef int peril(self, BattlefieldState state, int side, int king) noexcept nogil
    @cython.locals(units=word, enemies=word, total=int)
    cdef int threats(self, BattlefieldState state, int side) noexcept nogil
    @cython.locals(best=int, hp=int)
    cdef int best_strike(self, BattlefieldState state, int cell, word targets) noexcept nogil
