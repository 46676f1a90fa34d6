"""Reports of other players."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from quincunx.core.sides import Side

ReportKind = Literal["abuse", "cheating", "name", "other"]


class Report(msgspec.Struct, frozen=True):
    """A report: who reported whom, about which match, and the moderator's note once it is closed."""

    id: str
    at: int
    kind: ReportKind
    text: str
    reporter: str
    reporter_name: str
    subject: str
    subject_name: str
    match: str | None
    closed: int | None
    note: str


class NewReport(msgspec.Struct, forbid_unknown_fields=True):
    """The reported player, by a side of a match or by name, and the reason."""

    kind: ReportKind
    text: Annotated[str, Meta(pattern=r"^[^\x00-\x08\x0b-\x1f\x7f]*\Z", max_length=1000)] = ""
    match: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,32}\Z")] | None = None
    side: Side | None = None
    name: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,32}\Z")] | None = None
