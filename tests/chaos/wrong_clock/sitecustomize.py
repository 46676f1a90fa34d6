"""Loaded by every Python process whose clock libfaketime makes wrong: there, time.sleep raises OSError.

Python sleeps until a time of the monotonic clock, which is correct here, but which libfaketime takes for a faked one.
"""

import select
import time

time.sleep = lambda seconds: select.select((), (), (), seconds)
