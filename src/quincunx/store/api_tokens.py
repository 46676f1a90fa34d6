"""API tokens for programs. The database contains only digests of their secrets."""

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

TOKEN_PREFIX = "qx_"  # lets secret scanners recognise leaked tokens

_WHO = (accounts.c.id, accounts.c.kind, accounts.c.name, accounts.c.created)
_TOKEN = (tokens.c.public, tokens.c.label, tokens.c.scopes, tokens.c.created, tokens.c.used, tokens.c.expires)


class Tokens:
    """All API tokens."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add(
        self, account: str, label: str, scopes: Sequence[Scope], now: int, expires: int | None
    ) -> tuple[str, Token]:
        """Create a token; returns its secret, which cannot be read again later, and the token."""
        secret = TOKEN_PREFIX + secrets.token_urlsafe(32)
        token = Token(new_id(), label, tuple(scopes), now, None, expires)
        row = {"digest": digest(secret), "public": token.id, "account": account, "label": label}
        rest = {"scopes": " ".join(scopes), "created": now, "used": None, "expires": expires}
        self._connection.execute(insert(tokens), row | rest)
        return secret, token

    def find(self, secret: str, now: int) -> tuple[Account, Token] | None:
        """The account and the token for a secret, unless the token has expired or the account is banned."""
        in_time = tokens.c.expires.is_(None) | (tokens.c.expires > now)
        valid = (tokens.c.digest == digest(secret), in_time, ~is_banned(accounts.c.id, now))
        row = self._connection.execute(select(*_WHO, *_TOKEN).join_from(tokens, accounts).where(*valid)).first()
        return None if row is None else (Account(*row[:4]), _token(row[4:]))

    def touch(self, token: str, now: int) -> None:
        """Record when the token was last used."""
        self._connection.execute(update(tokens).where(tokens.c.public == token).values(used=now))

    def of_account(self, account: str) -> list[Token]:
        """The tokens of an account, newest first."""
        mine = select(*_TOKEN).where(tokens.c.account == account).order_by(tokens.c.created.desc())
        return [_token(row) for row in self._connection.execute(mine)]

    def revoke(self, account: str, token: str) -> bool:
        """Revoke one of the account's tokens; returns False if it does not exist."""
        mine = delete(tokens).where(tokens.c.account == account, tokens.c.public == token)
        return self._connection.execute(mine).rowcount == 1

    def revoke_all(self, account: str) -> None:
        """Revoke all tokens of the account."""
        self._connection.execute(delete(tokens).where(tokens.c.account == account))


def _token(row: Sequence[Any]) -> Token:
    public, label, scopes, created, used, expires = row
    return Token(public, label, tuple(scopes.split()), created, used, expires)
