"""Passkeys: public keys used to log in. The private keys never leave their owners' devices."""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from quincunx.protocol.accounts import Account
from quincunx.protocol.passkeys import Passkey
from quincunx.store.errors import Taken
from quincunx.store.matches import new_id
from quincunx.store.schema import accounts, passkeys
from quincunx.words import phrase

_SHOWN = (passkeys.c.id, passkeys.c.label, passkeys.c.created, passkeys.c.used)


class Credential(msgspec.Struct, frozen=True):
    """The data needed to verify a login with a passkey."""

    id: str  # of the passkey
    account: Account
    public_key: bytes
    sign_count: int


class Passkeys:
    """The passkeys of all accounts."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add(self, account: str, label: str, credential: str, public_key: bytes, sign_count: int, now: int) -> Passkey:
        """Add a passkey; raises Taken if it is already registered."""
        passkey = Passkey(new_id(), label, now, None)
        row = {"account": account, "credential": credential, "public_key": public_key, "sign_count": sign_count}
        try:
            self._connection.execute(insert(passkeys), row | msgspec.structs.asdict(passkey))
        except IntegrityError as error:
            raise Taken(phrase("store.passkey.registered_already")) from error
        return passkey

    def of_account(self, account: str) -> list[Passkey]:
        """The passkeys of an account, oldest first."""
        mine = select(*_SHOWN).where(passkeys.c.account == account).order_by(passkeys.c.created, passkeys.c.id)
        return [Passkey(*row) for row in self._connection.execute(mine)]

    def credentials(self, account: str) -> list[str]:
        """The credential ids of an account's passkeys."""
        mine = select(passkeys.c.credential).where(passkeys.c.account == account)
        return list(self._connection.execute(mine).scalars())

    def find(self, credential: str) -> Credential | None:
        """The passkey with that credential id, and its account."""
        who = (accounts.c.id, accounts.c.kind, accounts.c.name, accounts.c.created)
        key = (passkeys.c.id, passkeys.c.public_key, passkeys.c.sign_count)
        named = select(*who, *key).join_from(passkeys, accounts).where(passkeys.c.credential == credential)
        row = self._connection.execute(named).first()
        return None if row is None else Credential(row[4], Account(*row[:4]), bytes(row[5]), row[6])

    def use(self, credential: Credential, sign_count: int, now: int) -> bool:
        """Record a login; returns False if the passkey was removed, or used again since it was looked up."""
        same = (passkeys.c.id == credential.id, passkeys.c.sign_count == credential.sign_count)
        values = {"sign_count": sign_count, "used": now}
        return self._connection.execute(update(passkeys).where(*same).values(values)).rowcount == 1

    def remove(self, account: str, passkey: str) -> bool:
        """Remove one of the account's passkeys; returns False if it does not exist."""
        mine = delete(passkeys).where(passkeys.c.account == account, passkeys.c.id == passkey)
        return self._connection.execute(mine).rowcount == 1
