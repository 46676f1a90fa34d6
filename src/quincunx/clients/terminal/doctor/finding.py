"""The result of a check."""

from __future__ import annotations

from typing import Literal, NamedTuple

Verdict = Literal["works", "missing", "fails"]


class Finding(NamedTuple):
    """What was found. What the program can do without is missing; what it was told to use, and cannot, fails."""

    verdict: Verdict
    text: str
    remedy: str = ""
