"""Identifies the asker by a session cookie or a program's token."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Any

import msgspec
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.exceptions import NotAuthorizedException, PermissionDeniedException
from litestar.middleware.authentication import AbstractAuthenticationMiddleware, AuthenticationResult

from quincunx.protocol.accounts import Account
from quincunx.protocol.sessions import Scope, Session, Token
from quincunx.server.config import Config
from quincunx.store.errors import Unavailable
from quincunx.store.sessions import SEEN_EVERY, SESSION_ENDS
from quincunx.store.store import Store, Unit
from quincunx.words import phrase

log = logging.getLogger("quincunx.server")

AnyConnection = ASGIConnection[Any, Any, Any, Any]

LOG_IN_FIRST = phrase("server.access.log_in_first")
MOST_SECRET = 100  # characters: longer ones are not looked up


def now() -> int:
    """The time, in milliseconds."""
    return time.time_ns() // 1_000_000


class Asker(msgspec.Struct, frozen=True):
    """The sender of a request: an account with a session or token, or an unknown one."""

    account: Account | None = None
    session: Session | None = None
    token: Token | None = None

    @property
    def until(self) -> int | None:
        """When the session or the token expires; None if it never does."""
        key = self.session or self.token
        return None if key is None else key.expires

    def known(self, scope: Scope) -> Account:
        """The account, which may be a guest's; raises if there is none, or if the token lacks the scope."""
        if self.account is None:
            raise NotAuthorizedException(detail=LOG_IN_FIRST)
        if self.token is not None and scope not in self.token.scopes:
            raise PermissionDeniedException(detail=phrase("server.access.no_scope", scope=scope))
        return self.account

    def in_person(self) -> tuple[Account, Session]:
        """The account and its session, for actions that tokens may not perform."""
        if self.account is None:
            raise NotAuthorizedException(detail=LOG_IN_FIRST)
        if self.session is None:
            raise PermissionDeniedException(detail=phrase("server.access.not_by_token"))
        return self.account, self.session


class Identify(AbstractAuthenticationMiddleware):
    """Identifies the asker, for both HTTP and the WebSocket."""

    async def authenticate_request(self, connection: AnyConnection) -> AuthenticationResult:
        return AuthenticationResult(await identify(connection), None)


async def identify(connection: AnyConnection) -> Asker:
    """Identify the asker by the current state of the database."""
    store: Store = connection.app.state.store
    header = connection.headers.get("authorization")
    if header is not None:
        return await _by_token(store, header)
    return await _by_session(store, connection.cookies.get(cookie_name(connection), ""))


async def _by_token(store: Store, header: str) -> Asker:
    """The asker with a bearer token. An invalid token is refused, not ignored."""
    scheme, _, secret = header.partition(" ")
    secret = secret.strip()
    if scheme.lower() != "bearer" or not 0 < len(secret) <= MOST_SECRET:
        raise NotAuthorizedException(detail=phrase("server.access.wrong_header"))
    found = await store.read(lambda unit: unit.tokens.find(secret, now()))
    if found is None:
        raise NotAuthorizedException(detail=phrase("server.access.wrong_token"))
    account, token = found
    if now() - (token.used or 0) > SEEN_EVERY:
        await _note(store, lambda unit: unit.tokens.touch(token.id, now()))
    return Asker(account, None, token)


async def _by_session(store: Store, secret: str) -> Asker:
    if not 0 < len(secret) <= MOST_SECRET:
        return Asker()
    found = await store.read(lambda unit: unit.sessions.find(secret, now()))
    if found is None:
        return Asker()
    account, session = found
    if now() - session.seen > SEEN_EVERY:
        await _note(store, lambda unit: unit.sessions.touch(session.id, now()))
    return Asker(account, session)


async def _note(store: Store, work: Callable[[Unit], None]) -> None:
    """Note when the session or token was last used; if that cannot be written, the request continues."""
    try:
        await store.write(work)
    except Unavailable as error:
        log.warning("not noted", extra={"reason": error.reason})


def cookie_name(connection: AnyConnection) -> str:
    """The cookie's name. Over HTTPS its prefix makes browsers restrict it to this host and to HTTPS."""
    return "__Host-quincunx" if is_secure(connection) else "quincunx"


def session_cookie(connection: AnyConnection, secret: str) -> Cookie:
    """The cookie that keeps the user logged in; an empty secret logs out."""
    return Cookie(
        key=cookie_name(connection),
        value=secret,
        max_age=SESSION_ENDS // 1000 if secret else 0,
        path="/",
        secure=is_secure(connection),
        httponly=True,
        samesite="lax",
    )


def is_secure(connection: AnyConnection) -> bool:
    """Whether the user's connection uses HTTPS."""
    config: Config = connection.app.state.config
    return config.public_url.startswith("https://") or connection.scope["scheme"] in ("https", "wss")
