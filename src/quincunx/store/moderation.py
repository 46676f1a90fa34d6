"""Acts of moderators, admins and the operator. Each act checks the role, makes the change and adds an audit log entry.

All of this is one unit. If the live server has to react (close connections, change names in memory), a job tells it
to, whether the act came over HTTP or from the command line.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from quincunx.protocol.accounts import Account, Role
from quincunx.protocol.moderation import ActName
from quincunx.store.account_deletion import delete_account
from quincunx.store.annulment import Rerating
from quincunx.store.annulment import annul as annul_match
from quincunx.store.audit import Actor
from quincunx.store.errors import Conflict, Forbidden
from quincunx.store.naming import put_name
from quincunx.store.roles import OPERATOR, RANKS
from quincunx.words import phrase

if TYPE_CHECKING:
    from quincunx.store.store import Unit

ADMINS_ONLY = phrase("store.role.admins_only")
MODERATORS_ONLY = phrase("store.role.moderators_only")

FOLLOW = "account"  # the job that tells the live server about an act on an account
NEEDED: dict[ActName, Role] = {
    "rename": "moderator",
    "ban": "moderator",
    "unban": "moderator",
    "close_sessions": "moderator",
    "annul": "moderator",
    "close_report": "moderator",
    "grant": "admin",
    "revoke": "admin",
    "delete": "admin",
}


class Moderator(msgspec.Struct, frozen=True):
    """Somebody who acts in a unit at a given time."""

    unit: Unit
    by: Actor
    now: int

    def rank(self) -> int:
        """The current rank of the actor's role."""
        return OPERATOR if self.by.account is None else self.unit.roles.rank(self.by.account)

    def require(self, role: Role) -> None:
        """Raise Forbidden unless the actor has at least this role."""
        if self.rank() < RANKS[role]:
            raise Forbidden(ADMINS_ONLY if role == "admin" else MODERATORS_ONLY)

    def grant(self, account: Account, role: Role, reason: str) -> None:
        """Give a member a role below the actor's own."""
        self._begin("grant", account)
        if account.kind != "member":
            raise Conflict(phrase("store.role.members_only"))
        if self.rank() <= RANKS[role]:
            raise Forbidden(phrase("store.role.operator_makes_admins"))
        self.unit.roles.put(account.id, role)
        self._note("grant", f"{role}: {reason}", account)

    def revoke(self, account: Account, reason: str) -> None:
        """Take away an account's role."""
        self._begin("revoke", account)
        if self.unit.roles.of(account.id) is None:
            raise Conflict(phrase("store.role.none"))
        self.unit.roles.remove(account.id)
        self._note("revoke", reason, account)

    def rename(self, account: Account, name: str, reason: str) -> None:
        """Rename a member, including in the logs of their matches."""
        self._begin("rename", account)
        self.unit.accounts.rename(account.id, name)
        put_name(self.unit, account.id, name)
        self._note("rename", reason, account)
        self._follow(account)

    def ban(self, account: Account, reason: str, until: int | None) -> None:
        """Ban an account until a time, or permanently: it is logged out everywhere and resigns its current matches."""
        self._begin("ban", account)
        if until is not None and until <= self.now:
            raise Conflict(phrase("store.ban.ends_in_the_past"))
        self.unit.bans.put(account.id, reason, self.now, until)
        self.unit.sessions.close_all(account.id)
        self.unit.tickets.void(account.id)  # of unfinished logins
        self._note("ban", reason, account)
        self._follow(account)

    def unban(self, account: Account, reason: str) -> None:
        """Lift an account's ban."""
        self._begin("unban", account)
        if self.unit.bans.of(account.id, self.now) is None:
            raise Conflict(phrase("store.ban.none"))
        self.unit.bans.lift(account.id)
        self._note("unban", reason, account)

    def close_sessions(self, account: Account, reason: str) -> None:
        """Log an account out everywhere, and revoke all its tokens."""
        self._begin("close_sessions", account)
        self.unit.sessions.close_all(account.id)
        self.unit.tokens.revoke_all(account.id)
        self.unit.tickets.void(account.id)
        self._note("close_sessions", reason, account)
        self._follow(account)

    def delete(self, account: Account, reason: str) -> None:
        """Delete an account; its matches stay, without the name."""
        self._begin("delete", account)
        delete_account(self.unit, account.id)
        self._note("delete", reason, account)
        self._follow(account)

    def annul(self, match: str, reason: str, prepared: Rerating | None = None) -> None:
        """Annul a match, together with the other of two games; this is faster with the result of `prepare`."""
        self.require(NEEDED["annul"])
        header = self.unit.matches.get(match)
        for seat in header.seats:
            if seat.account is not None:
                self._require_above(seat.account)
        for each in annul_match(self.unit, match, self.now, prepared):
            self.unit.audit.append(self.now, self.by, "annul", reason, match=each)

    def close_report(self, report: str, note: str) -> None:
        """Close a report with a note on the outcome."""
        self.require(NEEDED["close_report"])
        found = self.unit.reports.get(report)
        self._require_above(found.subject)
        self.unit.reports.close(report, note, self.now)
        self.unit.audit.append(self.now, self.by, "close_report", note, account=found.subject, match=found.match)

    def _begin(self, act: ActName, account: Account) -> None:
        """Lock the account, and raise Forbidden if the actor may not do this, or not to this account."""
        self.unit.accounts.hold(account.id)
        self.require(NEEDED[act])
        self._require_above(account.id)
        if self.unit.accounts.get(account.id).kind == "deleted":
            raise Conflict(phrase("store.account.deleted"))

    def reaches(self, account: str) -> bool:
        """Whether the actor's rank is higher than the account's, so that it is not their own or a peer's."""
        return self.rank() > self.unit.roles.rank(account)

    def _require_above(self, account: str) -> None:
        if not self.reaches(account):
            raise Forbidden(phrase("store.role.out_of_reach"))

    def _note(self, act: ActName, reason: str, account: Account) -> None:
        self.unit.audit.append(self.now, self.by, act, reason, account=account.id)

    def _follow(self, account: Account) -> None:
        self.unit.jobs.put(FOLLOW, account.id, 0)  # due immediately, because the server's clock may differ
