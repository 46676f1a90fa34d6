"""Splits long logs into pages, which are sent as fast as the client asks for them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

PAGE_EVENTS = 500  # in one message
PAGE_BYTES = 48 * 1024


def page_after(log: Sequence[bytes], version: int) -> int:
    """The last version of the page after a version: as many events as fit into one message."""
    end, size = version, 0
    for row in islice(log, version, version + PAGE_EVENTS):
        size += len(row)
        if size > PAGE_BYTES and end > version:
            break
        end += 1
    return end
