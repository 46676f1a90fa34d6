"""Recovering an account."""

from __future__ import annotations

import msgspec

from quincunx.protocol.fields import Code, Name, NewPassword, Secret


class LogInMethods(msgspec.Struct, frozen=True):
    """The other ways to log in: whether the server supports passkeys, and password resets by e-mail."""

    passkeys: bool
    mail: bool


class PasswordResetRequest(msgspec.Struct, forbid_unknown_fields=True):
    """The name of the member who forgot their password."""

    name: Name


class PasswordResetByMail(msgspec.Struct, forbid_unknown_fields=True):
    """The ticket from an e-mail, and a new password."""

    ticket: Secret
    password: NewPassword


class PasswordResetByCode(msgspec.Struct, forbid_unknown_fields=True):
    """A name, one of the account's recovery codes, and a new password."""

    name: Name
    code: Code
    password: NewPassword
