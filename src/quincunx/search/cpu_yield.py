"""Short breaks during searches in processes that must not slow down others.

Low priority alone is not enough. A scheduler moves waiting work to a processor that becomes idle, but one that searches
continuously never does, so work queued on other processors waits some milliseconds for the next tick.
"""

from __future__ import annotations

from math import inf

SPELL = 0.0005  # seconds of search between breaks

spell = inf  # the value for this process


def take_breaks() -> None:
    """Make all searches that are started in this process from now on take breaks."""
    global spell
    spell = SPELL
