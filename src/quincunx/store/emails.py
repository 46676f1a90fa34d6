"""E-mail addresses of accounts that have one. Only confirmed addresses are stored."""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection, delete, insert, select

from quincunx.protocol.security import EmailAddress
from quincunx.store.schema import email_addresses as table


class EmailAddresses:
    """The e-mail addresses of all accounts."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def put(self, account: str, email: EmailAddress) -> None:
        """Set the account's address, replacing any previous one."""
        self.remove(account)
        self._connection.execute(insert(table), {"account": account} | msgspec.structs.asdict(email))

    def find(self, account: str) -> EmailAddress | None:
        """The account's address, if it has one."""
        mine = select(table.c.address, table.c.confirmed, table.c.language).where(table.c.account == account)
        row = self._connection.execute(mine).first()
        return None if row is None else EmailAddress(*row)

    def remove(self, account: str) -> None:
        """Remove the account's address."""
        self._connection.execute(delete(table).where(table.c.account == account))
