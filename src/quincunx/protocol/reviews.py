"""Reviews of matches."""

from __future__ import annotations

from typing import Literal

import msgspec

from quincunx.search.review import Review


class ReviewShown(msgspec.Struct, frozen=True):
    """The review of a match: its state, its progress, and the review itself once it is done."""

    state: Literal["waiting", "running", "done"]
    progress: float
    review: Review | None
