# inlined: clock.py is the uncompiled half and is not compiled itself
cdef extern from *:
    """
    #ifdef _WIN32
    #include <windows.h>
    static inline double qx_now(void) {
        LARGE_INTEGER count, frequency;
        QueryPerformanceCounter(&count);
        QueryPerformanceFrequency(&frequency);
        return (double)count.QuadPart / (double)frequency.QuadPart;
    }
    #else
    #include <time.h>
    static inline double qx_now(void) {
        struct timespec moment;
        clock_gettime(CLOCK_MONOTONIC, &moment);
        return (double)moment.tv_sec + 1e-9 * (double)moment.tv_nsec;
    }
    #endif
    """
    double now "qx_now" () noexcept nogil
