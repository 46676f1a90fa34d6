"""Getting back into an account."""

from __future__ import annotations

import msgspec

from quincunx.protocol.fields import Code, Name, NewPassword, Secret


class Ways(msgspec.Struct, frozen=True):
    """What there is besides a name and a password: passkeys, and mail for those who have forgotten something."""

    passkeys: bool
    mail: bool


class Forgotten(msgspec.Struct, forbid_unknown_fields=True):
    """Whose password is forgotten."""

    name: Name


class ByMail(msgspec.Struct, forbid_unknown_fields=True):
    """The ticket of a mail, and a new password."""

    ticket: Secret
    password: NewPassword


class ByCode(msgspec.Struct, forbid_unknown_fields=True):
    """A name, one of its recovery codes, and a new password."""

    name: Name
    code: Code
    password: NewPassword
