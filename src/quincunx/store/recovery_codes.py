"""Recovery codes: for whoever has lost the password, or the device that shows the codes. Each counts once."""

from __future__ import annotations

import base64
import secrets

from sqlalchemy import Connection, delete, func, insert, select

from quincunx.store.digests import digest
from quincunx.store.schema import recovery_codes as table

HOW_MANY = 10
BYTES = 15  # 120 bits: nobody guesses it, so one fast hash suffices
GROUP = 4  # letters between two dashes


class RecoveryCodes:
    """Everybody's recovery codes. The database knows only digests of them."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def renew(self, account: str, now: int) -> list[str]:
        """A new set in place of the old one; it is known only now."""
        self.remove(account)
        codes = [_new_code() for _ in range(HOW_MANY)]
        rows = [{"digest": _kept(account, code), "account": account, "created": now} for code in codes]
        self._connection.execute(insert(table), rows)
        return codes

    def use(self, account: str, code: str) -> bool:
        """Whether it is one of the account's; from now on it is none."""
        mine = (table.c.account == account, table.c.digest == _kept(account, code))
        return self._connection.execute(delete(table).where(*mine)).rowcount == 1

    def left(self, account: str) -> int:
        """How many there are."""
        mine = select(func.count()).select_from(table).where(table.c.account == account)
        return int(self._connection.execute(mine).scalar_one())

    def remove(self, account: str) -> None:
        """None of them counts any more."""
        self._connection.execute(delete(table).where(table.c.account == account))


def _new_code() -> str:
    letters = base64.b32encode(secrets.token_bytes(BYTES)).decode().lower()
    return "-".join(letters[at : at + GROUP] for at in range(0, len(letters), GROUP))


def _kept(account: str, code: str) -> str:
    """What is stored of a code, however it was typed."""
    letters = "".join(sign for sign in code.casefold() if sign.isalnum())
    return digest(f"{account}:{letters}")
