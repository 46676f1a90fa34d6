"""Roles: who looks after the others, and how far that reaches."""

from __future__ import annotations

from sqlalchemy import Connection, delete, insert, select

from quincunx.protocol.accounts import Role
from quincunx.store.schema import roles

RANKS: dict[Role | None, int] = {None: 0, "moderator": 1, "admin": 2}
OPERATOR = 3  # whoever has the command line has the database


class Roles:
    """One role at most for an account."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def of(self, account: str) -> Role | None:
        """The account's role."""
        role: Role | None = self._connection.execute(select(roles.c.role).where(roles.c.account == account)).scalar()
        return role

    def rank(self, account: str) -> int:
        """How far the account's role reaches: over those of a lower rank."""
        return RANKS[self.of(account)]

    def put(self, account: str, role: Role) -> None:
        """Give the account a role, in place of the one that it has."""
        self.remove(account)
        self._connection.execute(insert(roles).values(account=account, role=role))

    def remove(self, account: str) -> None:
        """Take the account's role."""
        self._connection.execute(delete(roles).where(roles.c.account == account))
