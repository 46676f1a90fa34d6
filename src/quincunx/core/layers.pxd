# inlined: layers.py is only used uncompiled and is not compiled itself
cdef extern from *:
    """
    /* On x86-64 Linux, GCC makes a second version for AVX2, and the processor chooses when the module is loaded. */
    #if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__) \
        && !defined(__SANITIZE_ADDRESS__)
    #define QX_WIDE __attribute__((target_clones("avx2", "default")))
    #else
    #define QX_WIDE
    #endif
    #define QX_MOST_HIDDEN 256

    QX_WIDE static void qx_add_rows(
        short *restrict out, const short *rows, const int *biases, int width, const int *active, int count, int most
    ) {
        int sums[QX_MOST_HIDDEN];
        int k = 0;
        for (int i = 0; i < width; i++) sums[i] = biases[i];
        for (; k + 4 <= count; k += 4) {  /* four rows at a time: the sums are loaded and stored less often */
            const short *a = rows + (long)active[k] * width, *b = rows + (long)active[k + 1] * width;
            const short *c = rows + (long)active[k + 2] * width, *d = rows + (long)active[k + 3] * width;
            for (int i = 0; i < width; i++) sums[i] += a[i] + b[i] + c[i] + d[i];
        }
        for (; k < count; k++) {
            const short *row = rows + (long)active[k] * width;
            for (int i = 0; i < width; i++) sums[i] += row[i];
        }
        for (int i = 0; i < width; i++) {
            int sum = sums[i] < 0 ? 0 : sums[i];
            out[i] = (short)(sum > most ? most : sum);
        }
    }

    QX_WIDE static void qx_weigh(
        int *out, const short *rows, const int *biases, int first, int count, int width, const short *values
    ) {
        for (int j = 0; j < count; j++) {
            const short *row = rows + (long)(first + j) * width;
            int sum = biases[first + j];
            for (int i = 0; i < width; i++) sum += row[i] * values[i];
            out[j] = sum;
        }
    }
    """
    void add_rows "qx_add_rows" (
        short* out, short* rows, int* biases, int width, int* active, int count, int most
    ) noexcept nogil
    void weigh "qx_weigh" (
        int* out, short* rows, int* biases, int first, int count, int width, short* values
    ) noexcept nogil
