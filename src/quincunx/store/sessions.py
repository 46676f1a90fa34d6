"""Sessions of logged-in accounts. The database contains only digests of their secrets."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, and_, case, delete, insert, not_, select, update

from quincunx.protocol.accounts import Account
from quincunx.protocol.sessions import Session
from quincunx.store.bans import Bans, is_banned
from quincunx.store.digests import digest
from quincunx.store.matches import new_id
from quincunx.store.schema import accounts, sessions

HOUR = 3_600_000
SESSION_LASTS = 30 * 24 * HOUR  # from when it was last used
SESSION_ENDS = 90 * 24 * HOUR  # from the login, in any case
SEEN_EVERY = HOUR  # how often to record the use of a session

_WHO = (accounts.c.id, accounts.c.kind, accounts.c.name, accounts.c.created)
_OPENED = (sessions.c.created, sessions.c.seen, sessions.c.expires, sessions.c.network)
_SESSION = (sessions.c.public, sessions.c.agent, *_OPENED)


class Sessions:
    """All sessions."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def open(self, account: str, agent: str, now: int, network: str = "") -> str:
        """Log an account in; returns the secret for the cookie. Raises Banned if the account is banned."""
        Bans(self._connection).require_none(account, now)
        secret = secrets.token_urlsafe(32)
        row = {"digest": digest(secret), "public": new_id(), "account": account, "agent": agent[:200]}
        row["network"] = network[:64]
        times = {"created": now, "seen": now, "expires": now + SESSION_LASTS}
        self._connection.execute(insert(sessions), row | times)
        return secret

    def find(self, secret: str, now: int) -> tuple[Account, Session] | None:
        """The account and the session for a secret, unless the session has expired or the account is banned."""
        valid = (sessions.c.digest == digest(secret), *_stands(now), ~is_banned(accounts.c.id, now))
        row = self._connection.execute(select(*_WHO, *_SESSION).join_from(sessions, accounts).where(*valid)).first()
        return None if row is None else (Account(*row[:4]), _session(row[4:]))

    def hold(self, account: str, session: str, now: int) -> bool:
        """Lock the account, so that nobody can change its password until the unit ends, and check the session.

        A later change of the password sees this unit's changes; an earlier one has already ended the session.
        """
        self._connection.execute(select(accounts.c.id).where(accounts.c.id == account).with_for_update())
        mine = (sessions.c.account == account, sessions.c.public == session, *_stands(now))
        return self._connection.execute(select(sessions.c.public).where(*mine)).first() is not None

    def touch(self, session: str, now: int) -> None:
        """Record the use of a session and extend it, up to its maximum lifetime."""
        mine = update(sessions).where(sessions.c.public == session)
        end, on = sessions.c.created + SESSION_ENDS, now + SESSION_LASTS
        self._connection.execute(mine.values(seen=now, expires=case((end < on, end), else_=on)))

    def of_account(self, account: str, now: int) -> list[Session]:
        """The account's sessions, last used first."""
        mine = select(*_SESSION).where(sessions.c.account == account, *_stands(now))
        return [_session(row) for row in self._connection.execute(mine.order_by(sessions.c.seen.desc()))]

    def close(self, account: str, session: str) -> bool:
        """End one of the account's sessions; returns False if it does not exist."""
        mine = delete(sessions).where(sessions.c.account == account, sessions.c.public == session)
        return self._connection.execute(mine).rowcount == 1

    def close_all(self, account: str) -> int:
        """End all sessions of the account; returns how many there were."""
        return self._connection.execute(delete(sessions).where(sessions.c.account == account)).rowcount

    def sweep(self, now: int) -> int:
        """Delete expired sessions; returns how many there were."""
        return self._connection.execute(delete(sessions).where(not_(and_(*_stands(now))))).rowcount


def _stands(now: int) -> tuple[ColumnElement[bool], ...]:
    """The conditions for a session that has not expired, including its maximum lifetime (older sessions, too)."""
    return sessions.c.expires > now, sessions.c.created > now - SESSION_ENDS


def _session(row: Sequence[Any]) -> Session:
    public, agent, created, seen, expires, network = row
    return Session(public, agent, created, seen, min(expires, created + SESSION_ENDS), network)
