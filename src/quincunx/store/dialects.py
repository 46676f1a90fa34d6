"""Statements that differ between databases. They are built once, because building one takes longer than running it."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

from sqlalchemy import Table
from sqlalchemy.dialects import postgresql, sqlite


def by_dialect(build: Callable[[ModuleType], Any]) -> dict[str, Any]:
    """The statement for each database, by the name of its dialect; `build` gets the module with its `insert`."""
    return {"sqlite": build(sqlite), "postgresql": build(postgresql)}


def adding(table: Table) -> dict[str, Any]:
    """The statement that adds a row unless its key exists; its rowcount shows whether it did.

    If another unit is adding the same key, PostgreSQL waits until that unit ends.
    """
    key = [column.name for column in table.primary_key]

    def build(dialect: ModuleType) -> Any:
        added = dialect.insert(table).on_conflict_do_nothing(index_elements=key)
        return added.execution_options(preserve_rowcount=True)

    return by_dialect(build)
