"""The same rules for other people's programs: a conformance kit, and environments for learning.

`Vector` needs the extra `research`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from quincunx.research.vector import Vector

__all__ = ["Vector"]


def __getattr__(name: str) -> Any:
    """Import what needs NumPy on first use."""
    if name != "Vector":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from quincunx.research.vector import Vector

    return Vector
