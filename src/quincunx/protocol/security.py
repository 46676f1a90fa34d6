"""The security settings of an account."""

from __future__ import annotations

import msgspec

from quincunx.protocol.fields import Address, Code, Language, OldPassword, Secret
from quincunx.protocol.passkeys import Passkey


class EmailAddress(msgspec.Struct, frozen=True):
    """The e-mail address of an account, when it was confirmed, and the language of the e-mails."""

    address: str
    confirmed: int
    language: str


class Proof(msgspec.Struct, forbid_unknown_fields=True):
    """The password again, and a code if two-factor authentication is on."""

    password: OldPassword
    code: Code = ""


class Security(msgspec.Struct, frozen=True):
    """The ways to log in to the account, and its e-mail address; contains no secrets."""

    passkeys: list[Passkey]
    second_factor: int | None  # when it was turned on
    recovery_codes: int  # the number of unused ones
    email: EmailAddress | None


class NewEmail(msgspec.Struct, forbid_unknown_fields=True):
    """A new e-mail address and language; the password again, and a code if two-factor authentication is on."""

    address: Address
    password: OldPassword
    code: Code = ""
    language: Language = "en"


class Confirmation(msgspec.Struct, forbid_unknown_fields=True):
    """The ticket from an e-mail."""

    ticket: Secret
