"""The two sides of a game."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

Side = Annotated[int, Meta(ge=0, le=1)]  # 0 moves first
