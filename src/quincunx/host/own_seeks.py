"""The seeks of this process's connections."""

from __future__ import annotations


class OwnSeeks:
    """The connections that have asked for seeks, by number, and their seeks that still wait as far as is known here."""

    def __init__(self) -> None:
        self._lines: dict[int, set[str]] = {}
        self._seeks: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self._seeks)

    def __contains__(self, id: str) -> bool:
        return id in self._seeks

    def knows(self, line: int) -> bool:
        """Whether the connection has ever asked for a seek."""
        return line in self._lines

    def add(self, id: str, line: int) -> None:
        """Add a seek; if it belonged to an older connection, it moves to this one."""
        self.remove(id)
        self._lines.setdefault(line, set()).add(id)
        self._seeks[id] = line

    def remove(self, id: str) -> bool:
        """Remove a seek; returns whether it was there."""
        line = self._seeks.pop(id, None)
        if line is None:
            return False
        self._lines[line].discard(id)
        return True

    def remove_line(self, line: int) -> set[str]:
        """Remove a connection, and return its seeks."""
        ids = self._lines.pop(line, set())
        for id in ids:
            del self._seeks[id]
        return ids
