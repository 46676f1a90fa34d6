"""Help on commands in two columns: the command, and what it does."""

from __future__ import annotations

from collections.abc import Iterable

from quincunx.clients.language import t

COLUMN = 14  # width of the first column

Row = tuple[str, str]  # the command, and the code of its description


def help_lines(rows: Iterable[Row]) -> str:
    """Format the rows, a line each."""
    return "\n".join(f"  {typed:<{COLUMN}} {t(code)}" for typed, code in rows)
