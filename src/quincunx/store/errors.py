"""What the store refuses.

QuincunxError
└── StoreError
    ├── Conflict      someone was faster: read what happened and decide again
    ├── Repeated      this command was handled before; `.versions` are its events
    ├── Taken         a name that somebody has already
    ├── Reserved      a name that nobody may choose
    ├── Banned        an account that may not play here for a while, or for good
    ├── Forbidden     an act that somebody's role does not reach
    ├── Missing       there is no such row
    └── WrongSchema   the database is older or newer than the program

All but the last two undo the unit they are raised in: catch them outside of it.
"""

from __future__ import annotations

from quincunx.core.errors import QuincunxError


class StoreError(QuincunxError):
    """Something that the store refuses."""


class Conflict(StoreError):
    """The log has grown since the version that the append follows."""


class Repeated(StoreError):
    """The command was handled before."""

    def __init__(self, versions: range) -> None:
        super().__init__(f"this command was handled before: events {versions.start} to {versions.stop - 1}")
        self.versions = versions


class Taken(StoreError):
    """Somebody has that name already."""


class Reserved(StoreError):
    """Nobody may choose that name."""


class Banned(StoreError):
    """The account may not play here; whoever proves to own it is told why and for how long."""


class Forbidden(StoreError):
    """The actor's role does not reach that far."""


class Missing(StoreError):
    """There is no such row."""


class WrongSchema(StoreError):
    """The database is not at the version that this program needs."""
