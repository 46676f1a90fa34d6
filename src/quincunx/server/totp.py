"""Time-based one-time codes (RFC 6238, based on RFC 4226): SHA-1, six digits, every 30 seconds, as in every app."""

from __future__ import annotations

import base64
import hmac
import secrets
from urllib.parse import quote, urlencode

STEP = 30_000  # milliseconds for which a code is shown
DIGITS = 6
DRIFT = 1  # steps by which a phone's clock may be off, either way
BYTES = 20  # of a secret, as long as SHA-1's output


def new_secret() -> str:
    """A new secret to share with an app, in base32."""
    return base64.b32encode(secrets.token_bytes(BYTES)).decode()


def code_of(secret: str, step: int, digits: int = DIGITS) -> str:
    """The code for a time step."""
    mac = hmac.digest(base64.b32decode(secret), step.to_bytes(8, "big"), "sha1")
    at = mac[-1] & 0x0F
    number = int.from_bytes(mac[at : at + 4], "big") & 0x7FFF_FFFF
    return str(number % 10**digits).zfill(digits)


def step_of(secret: str, code: str, now: int) -> int | None:
    """The time step around now that a code belongs to; None if it is wrong."""
    here = now // STEP
    found = None
    for step in range(here - DRIFT, here + DRIFT + 1):
        if hmac.compare_digest(code_of(secret, step).encode(), code.encode()):
            found = step
    return found


def link(secret: str, issuer: str, name: str) -> str:
    """The link for an authenticator app, to show as a QR code."""
    asked = urlencode({"secret": secret, "issuer": issuer}, quote_via=quote)
    return f"otpauth://totp/{quote(issuer)}:{quote(name)}?{asked}"
