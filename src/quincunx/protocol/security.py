"""What guards an account."""

from __future__ import annotations

import msgspec

from quincunx.protocol.fields import Address, Code, Language, OldPassword, Secret
from quincunx.protocol.passkeys import Passkey


class EmailAddress(msgspec.Struct, frozen=True):
    """Where mails about an account go, and in which language they are written."""

    address: str
    confirmed: int
    language: str


class Proof(msgspec.Struct, forbid_unknown_fields=True):
    """The password once more, and a code where a second factor is on."""

    password: OldPassword
    code: Code = ""


class Security(msgspec.Struct, frozen=True):
    """What the account can be entered by, and where mails go; nothing secret."""

    passkeys: list[Passkey]
    second_factor: int | None  # since when
    recovery_codes: int  # that are left
    email: EmailAddress | None


class NewEmail(msgspec.Struct, forbid_unknown_fields=True):
    """Where mails shall go, and in which language; the password once more, and a code where a second factor is on."""

    address: Address
    password: OldPassword
    code: Code = ""
    language: Language = "en"


class Confirmation(msgspec.Struct, forbid_unknown_fields=True):
    """The ticket of a mail."""

    ticket: Secret
