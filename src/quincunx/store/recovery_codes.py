"""Recovery codes, for people who have lost their password or authenticator. Each can be used once."""

from __future__ import annotations

import base64
import secrets

from sqlalchemy import Connection, delete, func, insert, select

from quincunx.store.digests import digest
from quincunx.store.schema import recovery_codes as table

HOW_MANY = 10
BYTES = 15  # 120 bits cannot be guessed, so a single fast hash is enough
GROUP = 4  # characters between dashes


class RecoveryCodes:
    """The recovery codes of all accounts. The database contains only digests of them."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def renew(self, account: str, now: int) -> list[str]:
        """Replace the account's codes; returns the new ones, which cannot be read again later."""
        self.remove(account)
        codes = [_new_code() for _ in range(HOW_MANY)]
        rows = [{"digest": _kept(account, code), "account": account, "created": now} for code in codes]
        self._connection.execute(insert(table), rows)
        return codes

    def use(self, account: str, code: str) -> bool:
        """Use up a code; returns whether it was one of the account's."""
        mine = (table.c.account == account, table.c.digest == _kept(account, code))
        return self._connection.execute(delete(table).where(*mine)).rowcount == 1

    def left(self, account: str) -> int:
        """The number of codes that the account has left."""
        mine = select(func.count()).select_from(table).where(table.c.account == account)
        return int(self._connection.execute(mine).scalar_one())

    def remove(self, account: str) -> None:
        """Remove all codes of the account."""
        self._connection.execute(delete(table).where(table.c.account == account))


def _new_code() -> str:
    letters = base64.b32encode(secrets.token_bytes(BYTES)).decode().lower()
    return "-".join(letters[at : at + GROUP] for at in range(0, len(letters), GROUP))


def _kept(account: str, code: str) -> str:
    """The digest of a code, regardless of case and separators."""
    letters = "".join(sign for sign in code.casefold() if sign.isalnum())
    return digest(f"{account}:{letters}")
