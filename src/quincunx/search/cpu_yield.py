"""Short breaks in every search of a process that is not to be in anybody's way.

Low priority alone does not do that. A scheduler moves work that waits to a processor which falls idle, and one that
searches without end never does: whoever waits behind others elsewhere waits for the next tick, some milliseconds.
"""

from __future__ import annotations

from math import inf

SPELL = 0.0005  # seconds of search between two breaks

spell = inf  # what holds in this process


def take_breaks() -> None:
    """From now on searches that are begun in this process take breaks."""
    global spell
    spell = SPELL
