"""The errors of the store.

QuincunxError
└── StoreError
    ├── Conflict      a concurrent change came first: read it and decide again
    ├── Repeated      this command was handled before; `.versions` are its events
    ├── Taken         the name is already in use
    ├── Reserved      nobody may choose this name
    ├── Banned        the account may not play here, temporarily or permanently
    ├── Forbidden     the role does not allow this
    ├── Unavailable   the database does not answer or accepts no writes: try again
    ├── SiteTaken     another server is using the database
    ├── Missing       there is no such row
    ├── SeekGone      a player who was to be paired no longer waits; `.ids` are their seeks
    └── WrongSchema   the database is older or newer than the program

All but the last two roll back the transaction they are raised in: catch them outside it.
"""

from __future__ import annotations

from collections.abc import Collection

from quincunx.core.errors import QuincunxError
from quincunx.words import Text


class StoreError(QuincunxError):
    """The base class for errors of the store."""


class Conflict(StoreError):
    """The change conflicts with what is stored, for example because a match's log has grown in the meantime."""


class Repeated(StoreError):
    """The command was handled before."""

    def __init__(self, versions: range) -> None:
        super().__init__(f"this command was handled before: events {versions.start} to {versions.stop - 1}")
        self.versions = versions


class Taken(StoreError):
    """The name, or the passkey, is already in use."""


class Reserved(StoreError):
    """Nobody may choose this name."""


class Banned(StoreError):
    """The account is banned; the message, with the reason and the end, is only for its authenticated owner."""


class Forbidden(StoreError):
    """The actor's role does not allow this."""


class Unavailable(StoreError):
    """The database does not answer, or accepts no writes at the moment.

    It is unknown whether the work was done. The same command may be sent again, because it takes effect only once.
    """

    def __init__(self, text: Text, reason: str) -> None:
        super().__init__(text)
        self.reason = reason  # for the log


class SiteTaken(StoreError):
    """Another server is using the database, and the two could not exchange hints."""


class Missing(StoreError):
    """There is no such row."""


class SeekGone(StoreError):
    """Some of the seeks that were to be paired no longer wait."""

    def __init__(self, ids: Collection[str]) -> None:
        super().__init__(f"no longer waiting: {', '.join(ids)}")
        self.ids = ids


class WrongSchema(StoreError):
    """The database is not at the version that this program needs."""
