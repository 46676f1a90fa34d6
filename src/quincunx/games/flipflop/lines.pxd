cimport cython
from quincunx.core cimport bits
from quincunx.core.bits cimport word
from quincunx.games.flipflop cimport board8

ctypedef word[11] Squares

cdef int STRAIGHT, DIAGONAL

cdef void find_targets(word* targets, word* mine, word* theirs, word* inner, int kinds, int n) noexcept nogil
cdef void find_trapped(word* trapped, int cell, word* mine, word* theirs, word* inner, int n) noexcept nogil
cdef void find_rich(word* rich, word* mine, word* theirs, word* inner, int n) noexcept nogil
cdef void find_stable(word* stable, word* mine, word* inner, word* between, int n) noexcept nogil
cdef void find_open(word* opened, word* empty, word* inner, word* between, int n) noexcept nogil

cdef word targets_on_8(word mine, word theirs, int kinds) noexcept nogil
@cython.locals(prey=Squares)
cdef void targets_of(
    word* targets, word* mine, word* theirs, word* inner, int kinds, int n, int words
) noexcept nogil
@cython.locals(prey=Squares, piece=Squares)
cdef void trapped_by(
    word* trapped, int cell, word* mine, word* theirs, word* inner, int n, int words
) noexcept nogil
@cython.locals(prey=Squares, ends=Squares)
cdef void rich_of(word* rich, word* mine, word* theirs, word* inner, int n, int words) noexcept nogil
@cython.locals(rows=Squares, end=Squares)
cdef void add_rich(
    word* rich, word* ends, word* mine, word* prey, int step, int n, int words
) noexcept nogil
@cython.locals(safe=Squares, middle=Squares, grown=word)
cdef void stable_of(word* stable, word* mine, word* inner, word* between, int n, int words) noexcept nogil
@cython.locals(before=Squares, behind=Squares)
cdef void keep_held(word* safe, word* stable, word* exposed, int step, int words) noexcept nogil
@cython.locals(near=Squares, moved=Squares)
cdef void open_of(word* opened, word* empty, word* inner, word* between, int n, int words) noexcept nogil
@cython.locals(rows=Squares)
cdef void add_ends(word* ends, word* mine, word* prey, int step, int n, int words) noexcept nogil
@cython.locals(row=Squares, end=Squares, closed=word)
cdef void add_trapped(
    word* trapped, word* piece, word* mine, word* prey, int step, int n, int words
) noexcept nogil
@cython.locals(front=Squares, found=word)
cdef void find_rows(word* rows, word* squares, word* prey, int step, int n, int words) noexcept nogil
cdef void shift(word* out, word* squares, int step, int words) noexcept nogil
