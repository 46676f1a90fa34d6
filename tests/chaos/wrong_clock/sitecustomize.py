"""Loaded by every Python process whose clock libfaketime makes wrong: with it time.sleep raises OSError.

Python sleeps until a time of the monotonic clock, which is right here, and libfaketime takes that for a wrong one.
"""

import select
import time

time.sleep = lambda seconds: select.select((), (), (), seconds)
