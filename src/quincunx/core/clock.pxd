# inlined: clock.py is only used uncompiled and is not compiled itself
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
    static inline void qx_pause(double seconds) {
        Sleep((DWORD)(1e3 * seconds) + 1);
    }
    #else
    #include <time.h>
    static inline double qx_now(void) {
        struct timespec moment;
        clock_gettime(CLOCK_MONOTONIC, &moment);
        return (double)moment.tv_sec + 1e-9 * (double)moment.tv_nsec;
    }
    static inline void qx_pause(double seconds) {
        struct timespec length;
        length.tv_sec = (time_t)seconds;
        length.tv_nsec = (long)(1e9 * (seconds - (double)length.tv_sec));
        nanosleep(&length, 0);
    }
    #endif
    """
    double now "qx_now" () noexcept nogil
    void pause "qx_pause" (double seconds) noexcept nogil
