cimport cython
from quincunx.core cimport action_codes, bits
from quincunx.core.bits cimport word
from quincunx.core.state cimport State
from quincunx.games.tafl cimport bitboard, edge, steps
from quincunx.games.tafl.bitboard cimport squareset
from quincunx.games.tafl.board_masks cimport BoardMasks

cdef int ATTACKERS, DEFENDERS
cdef int KING_ESCAPED, KING_CAPTURED, SURROUNDED, NO_ACTION, REPETITION, QUIET, EDGE_FORT

cdef void write_run(int* out, int end, int first, int step, int count) noexcept nogil
cdef int slides(int* out, int end, int cell, BoardMasks on, squareset blocked, squareset blocked_turned) noexcept nogil
cdef int slide(int* out, int end, int cell, int step, int length, int at, int line) noexcept nogil
@cython.locals(line=int)
cdef int crossings(int* out, int end, int step, BoardMasks on, squareset men, squareset occupied) noexcept nogil
@cython.locals(caught=squareset)
cdef squareset sandwiched(BoardMasks on, squareset moved, squareset victims, squareset jaws) noexcept nogil

cdef class TaflState(State):
    cdef BoardMasks masks
    cdef squareset attackers, defenders, turned
    cdef int king, quiet, quiet_limit, king_sides
    cdef bint shield_walls, edge_forts, repeaters_lose

    @cython.locals(occupied=squareset, restricted=squareset, mine=squareset, men=squareset)
    cdef int generate(self, int* out, int end) noexcept nogil
    @cython.locals(moved=squareset, captured=squareset)
    cdef void step(self, int action) noexcept nogil
    cdef int save(self, word* out, int at) noexcept nogil
    cdef void load(self, word* words, int at) noexcept nogil
    @cython.locals(path=squareset)
    cdef void move(self, int origin, int target) noexcept nogil
    @cython.locals(king=squareset, throne=squareset, mine=squareset, theirs=squareset, victims=squareset,
                   hostile=squareset, captured=squareset)
    cdef squareset captures(self, squareset moved) noexcept nogil
    cdef void remove(self, squareset captured) noexcept nogil
    cdef void judge(self, squareset moved, squareset captured) noexcept nogil
    cdef void judge_board(self) noexcept nogil
    cdef bint king_escaped(self) noexcept nogil
    @cython.locals(king=squareset, beside=squareset)
    cdef bint king_enclosed(self, squareset moved) noexcept nogil
    @cython.locals(light=squareset, free=squareset, reached=squareset, fresh=squareset)
    cdef bint surrounded(self) noexcept nogil
    cdef bint has_fort(self) noexcept nogil
    @cython.locals(empty=squareset, mine=squareset, throne=squareset, behind=squareset)
    cdef bint can_act(self) noexcept nogil
    cdef void judge_draws(self, squareset captured) noexcept nogil
    cdef bint too_quiet(self) noexcept nogil
    cdef squareset occupied(self) noexcept nogil
    @cython.locals(pieces=squareset)
    cdef void turn_board(self) noexcept nogil
    @cython.locals(men=squareset)
    cpdef squares(self, int player)
