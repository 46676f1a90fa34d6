cimport cython
from quincunx.core cimport action_codes, bits
from quincunx.core.bits cimport word
from quincunx.games.battlefield cimport attacks, terms
from quincunx.games.battlefield.battle cimport Battle

cdef int STAGES
cdef word RANK_3, RANK_6, LAST_RANKS

cdef int write_moves(int origin, word targets, int* out, int end) noexcept nogil

cdef class Choices(Battle):
    cdef int acting
    cdef word checkers, pinned, shield

    cdef int generate(self, int* out, int end) noexcept nogil
    @cython.locals(buffer="int[1024]")
    cdef bint can_act(self) noexcept nogil
    @cython.locals(free=word, units=word, role=int)
    cdef bint can_step(self) noexcept nogil
    cdef word movers(self) noexcept nogil
    @cython.locals(movers=word)
    cdef int stage(self, int stage, int* out, int end) noexcept nogil
    @cython.locals(free=word, units=word)
    cdef int officer_actions(self, word movers, int* out, int end) noexcept nogil
    @cython.locals(certain=word)
    cdef int moves(self, int origin, word targets, int* out, int end) noexcept nogil
    @cython.locals(enemy=int, others=word, targets=word, danger=word, doubtful=word)
    cdef int king_actions(self, word kings, int* out, int end) noexcept nogil
    @cython.locals(rights=int, taken=word, covered=word, blocked=word)
    cdef int castling(self, int king, int* out, int end) noexcept nogil
    @cython.locals(certain=word)
    cdef int pawn_actions(self, word pawns, int* out, int end) noexcept nogil
    @cython.locals(empty=word, enemies=word, steps=word, double_steps=word)
    cdef int pawn_moves(self, word pawns, word allowed, int* out, int end) noexcept nogil
    cdef int pawn_targets(self, word targets, int offset, int* out, int end) noexcept nogil
    cdef bint will_arrive(self, int origin, int target) noexcept nogil
    @cython.locals(behind=int)
    cdef int en_passant(self, word pawns, int* out, int end) noexcept nogil
    @cython.locals(buffer="int[2]")
    cdef bint can_take_in_passing(self) noexcept nogil
    @cython.locals(pawns=word)
    cdef bint may_take_in_passing(self) noexcept nogil
    @cython.locals(buffer="int[1024]", at=int, found=bint)
    cdef bint may_come_to_take(self, int pawn) noexcept nogil
    @cython.locals(units=word, friends=word)
    cdef int skill_actions(self, word movers, int* out, int end) noexcept nogil

    @cython.locals(kings=word, king=int, enemy=int, occupied=word)
    cdef void watch_king(self) noexcept nogil
    @cython.locals(mine=word, queens=word, straight=word, diagonal=word, afar=word, between=word, pinned=word)
    cdef word pins(self, int king, word occupied) noexcept nogil
    @cython.locals(kings=word)
    cdef word pin_line(self, int origin) noexcept nogil
    cdef int sift(self, int* out, int start, int end) noexcept nogil
    @cython.locals(at=int, kings=word, mine=word, legal=bint)
    cdef bint try_out(self, int action) noexcept nogil
    @cython.locals(at=int)
    cdef int set_aside(self) noexcept nogil
    cdef void bring_back(self, int at) noexcept nogil
