"""The audit log: what moderators, admins and the operator have done. It is append-only.

Entries refer to accounts by id, so they outlive names; the names that are shown are the current ones.
"""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection, insert, or_, select

from quincunx.protocol.moderation import ActName, AuditEntry
from quincunx.store.schema import accounts, audit

PAGE = 50


class Actor(msgspec.Struct, frozen=True):
    """Who acts, and from which network; without an account it is the operator on the command line."""

    account: str | None = None
    network: str = ""


class Audit:
    """All entries of the audit log, in order."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def append(
        self, at: int, by: Actor, act: ActName, reason: str, *, account: str | None = None, match: str | None = None
    ) -> None:
        """Add an entry, in the same transaction as the act itself."""
        whom = {"account": account, "match": match}
        who = {"actor": by.account, "network": by.network[:64]}
        self._connection.execute(insert(audit).values(at=at, act=act, reason=reason, **whom, **who))

    def entries(self, *, account: str | None = None, before: int | None = None, most: int = PAGE) -> list[AuditEntry]:
        """The entries, latest first: all of them, or those by or about one account."""
        by, whom = accounts.alias(), accounts.alias()
        columns = (audit.c.actor, by.c.name, audit.c.account, whom.c.name, audit.c.match, audit.c.network)
        joined = audit.outerjoin(by, by.c.id == audit.c.actor).outerjoin(whom, whom.c.id == audit.c.account)
        found = select(audit.c.id, audit.c.at, audit.c.act, audit.c.reason, *columns).select_from(joined)
        if account is not None:
            found = found.where(or_(audit.c.account == account, audit.c.actor == account))
        if before is not None:
            found = found.where(audit.c.id < before)
        rows = self._connection.execute(found.order_by(audit.c.id.desc()).limit(most))
        return [AuditEntry(*list(row)) for row in rows]
