"""The monotonic clock. Compiled modules inline the C version in the .pxd file."""

from time import monotonic, sleep


def now() -> float:
    """Return the seconds since some fixed moment."""
    return monotonic()


def pause(seconds: float) -> None:
    """Sleep for this long, or slightly longer."""
    sleep(seconds)
