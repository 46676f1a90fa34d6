"""API tokens: keys for programs. The database knows only digests of their secrets."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update

from quincunx.protocol.accounts import Account
from quincunx.protocol.sessions import Scope, Token
from quincunx.store.bans import is_banned
from quincunx.store.digests import digest
from quincunx.store.matches import new_id
from quincunx.store.schema import accounts, tokens

TOKEN_PREFIX = "qx_"  # so that a leaked one is found by those who scan for leaks

_WHO = (accounts.c.id, accounts.c.kind, accounts.c.name, accounts.c.created)
_TOKEN = (tokens.c.public, tokens.c.label, tokens.c.scopes, tokens.c.created, tokens.c.used, tokens.c.expires)


class Tokens:
    """Keys for programs."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add(
        self, account: str, label: str, scopes: Sequence[Scope], now: int, expires: int | None
    ) -> tuple[str, Token]:
        """A new key; the secret is known only now."""
        secret = TOKEN_PREFIX + secrets.token_urlsafe(32)
        token = Token(new_id(), label, tuple(scopes), now, None, expires)
        row = {"digest": digest(secret), "public": token.id, "account": account, "label": label}
        rest = {"scopes": " ".join(scopes), "created": now, "used": None, "expires": expires}
        self._connection.execute(insert(tokens), row | rest)
        return secret, token

    def find(self, secret: str, now: int) -> tuple[Account, Token] | None:
        """Whose key it is, unless it has expired or the account is banned."""
        in_time = tokens.c.expires.is_(None) | (tokens.c.expires > now)
        valid = (tokens.c.digest == digest(secret), in_time, ~is_banned(accounts.c.id, now))
        row = self._connection.execute(select(*_WHO, *_TOKEN).join_from(tokens, accounts).where(*valid)).first()
        return None if row is None else (Account(*row[:4]), _token(row[4:]))

    def touch(self, token: str, now: int) -> None:
        """The key is in use."""
        self._connection.execute(update(tokens).where(tokens.c.public == token).values(used=now))

    def of_account(self, account: str) -> list[Token]:
        """The keys of an account, the newest first."""
        mine = select(*_TOKEN).where(tokens.c.account == account).order_by(tokens.c.created.desc())
        return [_token(row) for row in self._connection.execute(mine)]

    def revoke(self, account: str, token: str) -> bool:
        """Make a key of the account's void; False if there is no such one."""
        mine = delete(tokens).where(tokens.c.account == account, tokens.c.public == token)
        return self._connection.execute(mine).rowcount == 1

    def revoke_all(self, account: str) -> None:
        """Make every key of the account's void."""
        self._connection.execute(delete(tokens).where(tokens.c.account == account))


def _token(row: Sequence[Any]) -> Token:
    public, label, scopes, created, used, expires = row
    return Token(public, label, tuple(scopes.split()), created, used, expires)
