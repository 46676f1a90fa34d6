"""What moderators see and do."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from quincunx.protocol.accounts import Account, Role
from quincunx.protocol.fields import Name, Reason
from quincunx.protocol.matches import MatchShown
from quincunx.protocol.reports import Report
from quincunx.protocol.sessions import Session

ActName = Literal["grant", "revoke", "rename", "ban", "unban", "close_sessions", "delete", "annul", "close_report"]


class Entry(msgspec.Struct, frozen=True):
    """Something that was done. Names are null for the operator, for nobody, and where the account is gone."""

    id: int
    at: int
    act: ActName
    reason: str
    actor: str | None
    actor_name: str | None
    account: str | None
    account_name: str | None
    match: str | None
    network: str


class Ban(msgspec.Struct, frozen=True):
    """Why somebody may not play here, and how long: without an end, for good."""

    reason: str
    since: int
    until: int | None


class Dossier(msgspec.Struct, frozen=True):
    """An account, and everything that may matter to whoever judges it, the latest first."""

    account: Account
    role: Role | None
    ban: Ban | None
    sessions: list[Session]
    tokens: int
    matches: list[MatchShown]
    reports: list[Report]
    acts: list[Entry]


class Because(msgspec.Struct, forbid_unknown_fields=True):
    """Why somebody does it: it stands in the audit log for good, so no names."""

    reason: Reason


class NewBan(Because, forbid_unknown_fields=True):
    """Why, which the account's owner is told; and for how many days: null is for good."""

    days: Annotated[int, Meta(ge=1, le=3650)] | None = None


class NewName(Because, forbid_unknown_fields=True):
    """Another name for a member."""

    name: Name


class Moderated(msgspec.Struct, frozen=True):
    """What a moderator sees of an account, and whether his role reaches it."""

    dossier: Dossier
    within_reach: bool
