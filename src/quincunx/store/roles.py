"""Roles: accounts that moderate others, and the ranks of these roles."""

from __future__ import annotations

from sqlalchemy import Connection, delete, insert, select

from quincunx.protocol.accounts import Role
from quincunx.store.schema import roles

RANKS: dict[Role | None, int] = {None: 0, "moderator": 1, "admin": 2}
OPERATOR = 3  # has access to the command line, and so to the whole database


class Roles:
    """All roles, at most one for each account."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def of(self, account: str) -> Role | None:
        """The account's role, if it has one."""
        role: Role | None = self._connection.execute(select(roles.c.role).where(roles.c.account == account)).scalar()
        return role

    def rank(self, account: str) -> int:
        """The rank of the account's role; it may act on accounts with a lower rank."""
        return RANKS[self.of(account)]

    def put(self, account: str, role: Role) -> None:
        """Give the account a role, replacing any previous one."""
        self.remove(account)
        self._connection.execute(insert(roles).values(account=account, role=role))

    def remove(self, account: str) -> None:
        """Take away the account's role."""
        self._connection.execute(delete(roles).where(roles.c.account == account))
