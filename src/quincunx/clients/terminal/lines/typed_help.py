"""What can be typed and what it does, in two columns."""

from __future__ import annotations

from collections.abc import Iterable

from quincunx.clients.terminal.language import t

COLUMN = 14  # letters that the words of the first column have, at most

Row = tuple[str, str]  # what is typed, and the code of what it does


def help_lines(rows: Iterable[Row]) -> str:
    """A line for each."""
    return "\n".join(f"  {typed:<{COLUMN}} {t(code)}" for typed, code in rows)
