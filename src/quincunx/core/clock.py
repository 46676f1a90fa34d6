"""The monotonic clock. Inlined as C where a compiled module cimports it; this is the uncompiled half."""

from time import monotonic, sleep


def now() -> float:
    """Seconds since some fixed moment."""
    return monotonic()


def pause(seconds: float) -> None:
    """Let others have the processor for so long, or a little longer."""
    sleep(seconds)
