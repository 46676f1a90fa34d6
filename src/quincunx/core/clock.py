"""The monotonic clock. Inlined as C where a compiled module cimports it; this is the uncompiled half."""

from time import monotonic


def now() -> float:
    """Seconds since some fixed moment."""
    return monotonic()
