# inlined: board8.py is only used uncompiled and is not compiled itself
from quincunx.core.bits cimport word

cdef extern from *:
    """
    #define QX_FILES 0x7E7E7E7E7E7E7E7EULL  /* all but the first and the last file */
    #define QX_RANKS 0xFF000000000000FFULL  /* the first and the last rank */
    #define qx_around_cell(cell) qx_around[cell]
    typedef unsigned long long qx_pair __attribute__((vector_size(16)));

    /* by square: the squares after it and before it on its row, column and diagonals, in the order of the bits */
    static unsigned long long qx_after[64][4], qx_before[64][4], qx_around[64], qx_lines[64][4];
    static signed char qx_turned[8][256];  /* by place on a line and one's own pieces: how many pieces it turns over */

    static inline int qx_on_board(int file, int rank) { return (unsigned)file < 8 && (unsigned)rank < 8; }

    static void qx_prepare_turned(void) {
        for (int at = 0; at < 8; at++) for (int own = 0; own < 256; own++) {
            int low = at - 1, high = at + 1, found = 0;
            while (low >= 0 && !(own >> low & 1)) low--;
            while (high < 8 && !(own >> high & 1)) high++;
            if (low >= 0) found += at - 1 - low;
            if (high < 8) found += high - at - 1;
            qx_turned[at][own] = (signed char)found;
        }
    }

    static void qx_prepare_board8(void) {
        static const int files[4] = {1, 0, 1, -1}, ranks[4] = {0, 1, 1, 1};
        for (int cell = 0; cell < 64; cell++) {
            qx_around[cell] = 0;
            for (int line = 0; line < 4; line++) {
                int file = cell & 7, rank = cell >> 3;
                qx_after[cell][line] = qx_before[cell][line] = 0;
                for (int i = 1; qx_on_board(file + i * files[line], rank + i * ranks[line]); i++) {
                    unsigned long long square = 1ULL << (cell + i * (8 * ranks[line] + files[line]));
                    qx_after[cell][line] |= square;
                    if (i == 1) qx_around[cell] |= square;
                }
                for (int i = 1; qx_on_board(file - i * files[line], rank - i * ranks[line]); i++) {
                    unsigned long long square = 1ULL << (cell - i * (8 * ranks[line] + files[line]));
                    qx_before[cell][line] |= square;
                    if (i == 1) qx_around[cell] |= square;
                }
                qx_lines[cell][line] = qx_after[cell][line] | qx_before[cell][line] | 1ULL << cell;
            }
        }
        qx_prepare_turned();
    }

    /* A carry runs along the enemy pieces up to the first other square. */
    static inline unsigned long long qx_trapped_after(unsigned long long line, unsigned long long mine,
                                                      unsigned long long theirs) {
        unsigned long long end = ((theirs | ~line) + 1) & line & mine;
        return (end - (end != 0)) & line;
    }
    static inline unsigned long long qx_trapped_before(unsigned long long line, unsigned long long mine,
                                                       unsigned long long theirs) {
        unsigned long long end = 0x8000000000000000ULL >> __builtin_clzll((~theirs & line) | 1);
        return (0 - (end & line & mine)) * 2 & line;
    }
    static inline unsigned long long qx_trapped(int cell, unsigned long long mine, unsigned long long theirs) {
        const unsigned long long *after = qx_after[cell], *before = qx_before[cell];
        return qx_trapped_after(after[0], mine, theirs) | qx_trapped_before(before[0], mine, theirs)
             | qx_trapped_after(after[1], mine, theirs) | qx_trapped_before(before[1], mine, theirs)
             | qx_trapped_after(after[2], mine, theirs) | qx_trapped_before(before[2], mine, theirs)
             | qx_trapped_after(after[3], mine, theirs) | qx_trapped_before(before[3], mine, theirs);
    }

    /* For the last empty square: all the others are mine or theirs. */
    static inline int qx_count_trapped(int cell, unsigned long long mine) {
        const unsigned long long files = 0x0101010101010101ULL;
        int file = cell & 7, rank = cell >> 3;
        return qx_turned[file][mine >> (cell & 56) & 0xFF]
             + qx_turned[rank][((mine >> file & files) * 0x0102040810204080ULL) >> 56]
             + qx_turned[file][((mine & qx_lines[cell][2]) * files) >> 56]
             + qx_turned[file][((mine & qx_lines[cell][3]) * files) >> 56];
    }

    static inline unsigned long long qx_ends(unsigned long long mine, unsigned long long prey, int step) {
        unsigned long long up = prey & mine << step, down = prey & mine >> step, ups, downs;
        up |= prey & up << step; down |= prey & down >> step;
        ups = prey & prey << step; downs = prey & prey >> step;
        up |= ups & up << 2 * step; down |= downs & down >> 2 * step;
        up |= ups & up << 2 * step; down |= downs & down >> 2 * step;
        return up << step | down >> step;
    }
    static inline unsigned long long qx_straight(unsigned long long mine, unsigned long long theirs) {
        return (qx_ends(mine, theirs & QX_FILES, 1) | qx_ends(mine, theirs, 8)) & ~(mine | theirs);
    }
    static inline unsigned long long qx_diagonal(unsigned long long mine, unsigned long long theirs) {
        unsigned long long prey = theirs & QX_FILES;
        return (qx_ends(mine, prey, 7) | qx_ends(mine, prey, 9)) & ~(mine | theirs);
    }

    /* Two directions at a time: the second half of each pair has the ranks in reverse order. */
    static inline qx_pair qx_pair_ends(qx_pair mine, qx_pair prey, int step) {
        qx_pair found = prey & mine << step, further;
        found |= prey & found << step;
        further = prey & prey << step;
        found |= further & found << 2 * step;
        found |= further & found << 2 * step;
        return found << step;
    }
    static inline unsigned long long qx_targets(unsigned long long mine, unsigned long long theirs) {
        qx_pair m = {mine, __builtin_bswap64(mine)}, t = {theirs, __builtin_bswap64(theirs)};
        qx_pair inner = t & (qx_pair){QX_FILES, QX_FILES};
        qx_pair found = qx_pair_ends(m, t, 8) | qx_pair_ends(m, inner, 7) | qx_pair_ends(m, inner, 9);
        return (found[0] | __builtin_bswap64(found[1]) | qx_ends(mine, theirs & QX_FILES, 1)) & ~(mine | theirs);
    }

    /* The squares that share a line of this kind with one of these squares. */
    static inline unsigned long long qx_spread(unsigned long long up, int step, unsigned long long no_wrap) {
        unsigned long long down = up;
        for (int i = 0; i < 7; i++) { up |= (up & no_wrap) << step; down |= down >> step & no_wrap; }
        return up | down;
    }
    static inline unsigned long long qx_full(unsigned long long empty, int step) {
        static const unsigned long long not_last = 0x7F7F7F7F7F7F7F7FULL, not_first = 0xFEFEFEFEFEFEFEFEULL;
        return ~qx_spread(empty, step, step == 8 ? ~0ULL : step == 7 ? not_first : not_last);
    }
    /* Pieces that can never be turned over: on every line the line is full, or ends there, or a neighbour is stable.
       A smaller board ends at the squares outside of it. */
    static inline unsigned long long qx_stable(unsigned long long mine, unsigned long long theirs,
                                               unsigned long long outside) {
        unsigned long long empty = ~(mine | theirs | outside), found = outside, before;
        unsigned long long rows = qx_full(empty, 1) | ~QX_FILES, files = qx_full(empty, 8) | QX_RANKS;
        unsigned long long rising = qx_full(empty, 9) | ~QX_FILES | QX_RANKS;
        unsigned long long falling = qx_full(empty, 7) | ~QX_FILES | QX_RANKS;
        do {
            before = found;
            found = mine & (rows | found << 1 | found >> 1) & (files | found << 8 | found >> 8)
                  & (rising | found << 9 | found >> 9) & (falling | found << 7 | found >> 7);
            found |= outside;
        } while (found != before);
        return found & ~outside;
    }

    /* A board of this size, in the middle, and its corners. */
    static inline unsigned long long qx_inside(int size) {
        unsigned long long found = 0;
        int first = 4 - size / 2;
        for (int rank = 0; rank < size; rank++) found |= ((1ULL << size) - 1) << (8 * (first + rank) + first);
        return found;
    }
    static inline unsigned long long qx_corners(int size) {
        int first = 4 - size / 2, last = 3 + size / 2;
        unsigned long long rank = 1ULL << first | 1ULL << last;
        return rank << 8 * first | rank << 8 * last;
    }
    static inline unsigned long long qx_grown(unsigned long long squares) {
        unsigned long long wide = squares | (squares & 0x7F7F7F7F7F7F7F7FULL) << 1 | (squares >> 1 & 0x7F7F7F7F7F7F7F7FULL);
        return wide | wide << 8 | wide >> 8;
    }
    """
    void prepare "qx_prepare_board8" ()
    word inside "qx_inside" (int size) noexcept nogil
    word corners "qx_corners" (int size) noexcept nogil
    word around "qx_around_cell" (int cell) noexcept nogil
    word targets "qx_targets" (word mine, word theirs) noexcept nogil
    word straight_targets "qx_straight" (word mine, word theirs) noexcept nogil
    word diagonal_targets "qx_diagonal" (word mine, word theirs) noexcept nogil
    word trapped "qx_trapped" (int cell, word mine, word theirs) noexcept nogil
    int count_trapped "qx_count_trapped" (int cell, word mine) noexcept nogil
    word stable "qx_stable" (word mine, word theirs, word outside) noexcept nogil
    word grown "qx_grown" (word squares) noexcept nogil
