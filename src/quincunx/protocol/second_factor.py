"""Two-factor authentication."""

from __future__ import annotations

import msgspec

from quincunx.protocol.fields import Code, Secret


class CodeStep(msgspec.Struct, forbid_unknown_fields=True):
    """The second step of logging in: the ticket of the first, and a code."""

    ticket: Secret
    code: Code


class FirstCode(msgspec.Struct, forbid_unknown_fields=True):
    """The first code that an app shows."""

    code: Code


class Begun(msgspec.Struct, frozen=True):
    """What an app is told, as text, as a link and as a picture (SVG); it is shown this once."""

    secret: str
    link: str
    picture: str


class Codes(msgspec.Struct, frozen=True):
    """Recovery codes; they are shown this once."""

    codes: list[str]
