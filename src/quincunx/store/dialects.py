"""Statements that each database has its own words for, built once: to build one takes longer than to run it."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

from sqlalchemy.dialects import postgresql, sqlite


def by_dialect(build: Callable[[ModuleType], Any]) -> dict[str, Any]:
    """The statement in each database's words, by the dialect's name; `build` gets the module with its `insert`."""
    return {"sqlite": build(sqlite), "postgresql": build(postgresql)}
