"""Known devices, which have logged into an account before. Attempts by strangers do not slow them down.

A cookie on the device holds a random name and, for each of the last few accounts that logged in there, an HMAC of that
name with the account's password hash. The server stores nothing, and a new password makes all devices unknown again.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets

from litestar.datastructures import Cookie

from quincunx.protocol.accounts import Account
from quincunx.server.identity import AnyConnection, cookie_name, is_secure

SUFFIX = "-device"
LASTS = 365 * 24 * 3600  # seconds
MOST_ACCOUNTS = 4  # that share a browser
NAME = re.compile(r"[A-Za-z0-9_-]{1,40}\Z")
SEAL = re.compile(r"[0-9a-f]{64}\Z")


def known_device(connection: AnyConnection, credentials: tuple[Account, str] | None) -> str:
    """The name of the device if it has logged into the account with this password before; otherwise empty."""
    if credentials is None:
        return ""
    name, seals = _read(connection)
    account, hashed = credentials
    seal = _seal(name, account.id, hashed)
    known = [hmac.compare_digest(seal, kept) for kept in seals]
    return name if hashed and any(known) else ""


def device_cookie(connection: AnyConnection, account: str, hashed: str) -> Cookie:
    """The cookie that identifies the device next time."""
    name, seals = _read(connection)
    name = name or secrets.token_urlsafe(16)
    mine = _seal(name, account, hashed)
    kept = [mine, *(seal for seal in seals if seal != mine)][:MOST_ACCOUNTS]
    return Cookie(
        key=cookie_name(connection) + SUFFIX,
        value=".".join([name, *kept]),
        max_age=LASTS,
        path="/",
        secure=is_secure(connection),
        httponly=True,
        samesite="lax",
    )


def _read(connection: AnyConnection) -> tuple[str, list[str]]:
    """The device's name and its seals; both empty if they are malformed."""
    name, *seals = connection.cookies.get(cookie_name(connection) + SUFFIX, "").split(".", MOST_ACCOUNTS)
    return (name, seals) if NAME.match(name) and all(SEAL.match(seal) for seal in seals) else ("", [])


def _seal(name: str, account: str, hashed: str) -> str:
    return hmac.new(hashed.encode(), f"device {name} {account}".encode(), hashlib.sha256).hexdigest()
