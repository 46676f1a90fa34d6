"""Two-factor authentication."""

from __future__ import annotations

import msgspec

from quincunx.protocol.fields import Code, Secret


class CodeStep(msgspec.Struct, forbid_unknown_fields=True):
    """The second step of logging in: the ticket from the first step, and a code."""

    ticket: Secret
    code: Code


class FirstCode(msgspec.Struct, forbid_unknown_fields=True):
    """The first code that the authenticator app shows."""

    code: Code


class AuthenticatorSecret(msgspec.Struct, frozen=True):
    """The secret for an authenticator app, as text, link and picture (SVG). It is shown only once."""

    secret: str
    link: str
    picture: str


class Codes(msgspec.Struct, frozen=True):
    """Recovery codes. They are shown only once."""

    codes: list[str]
