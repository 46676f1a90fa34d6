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


class AuditEntry(msgspec.Struct, frozen=True):
    """An entry of the audit log. Names are null for the operator, without an account, and for deleted accounts."""

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
    """Why an account is banned, and until when; null means permanently."""

    reason: str
    since: int
    until: int | None


class Dossier(msgspec.Struct, frozen=True):
    """An account, and everything that a moderator may need to know about it, the latest first."""

    account: Account
    role: Role | None
    ban: Ban | None
    sessions: list[Session]
    tokens: int
    matches: list[MatchShown]
    reports: list[Report]
    acts: list[AuditEntry]


class ModerationRequest(msgspec.Struct, forbid_unknown_fields=True):
    """The reason for an action. It stays in the audit log permanently, so it should contain no names."""

    reason: Reason


class NewBan(ModerationRequest, forbid_unknown_fields=True):
    """The reason, which the account's owner will see, and the number of days; null means permanently."""

    days: Annotated[int, Meta(ge=1, le=3650)] | None = None


class NewName(ModerationRequest, forbid_unknown_fields=True):
    """A new name for a member."""

    name: Name


class AccountCase(msgspec.Struct, frozen=True):
    """What a moderator sees of an account, and whether their role lets them act on it."""

    dossier: Dossier
    within_reach: bool
