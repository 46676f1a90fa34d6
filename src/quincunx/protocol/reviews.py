"""Reviews of matches."""

from __future__ import annotations

from typing import Literal

import msgspec

from quincunx.search.review import Review


class ReviewShown(msgspec.Struct, frozen=True):
    """A match's review: whether somebody is at it, how far it is, and what it says once it is done."""

    state: Literal["waiting", "running", "done"]
    progress: float
    review: Review | None
