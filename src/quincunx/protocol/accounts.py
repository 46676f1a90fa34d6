"""Accounts: registering, logging in, and who somebody is."""

from __future__ import annotations

from typing import Literal

import msgspec

from quincunx.protocol.fields import Name, NewPassword, OldPassword

Kind = Literal["guest", "member", "deleted"]
Role = Literal["moderator", "admin"]


class Account(msgspec.Struct, frozen=True):
    """Somebody who plays here."""

    id: str
    kind: Kind
    name: str
    created: int


class Registration(msgspec.Struct, forbid_unknown_fields=True):
    """A name and a password for a new account."""

    name: Name
    password: NewPassword


class LogIn(msgspec.Struct, forbid_unknown_fields=True):
    """A name and its password."""

    name: Name
    password: OldPassword


class PasswordChange(msgspec.Struct, forbid_unknown_fields=True):
    """The password as it was and as it shall be."""

    current: OldPassword
    new: NewPassword


class Leaving(msgspec.Struct, forbid_unknown_fields=True):
    """The password once more, which a guest has not."""

    password: OldPassword = ""


class Here(msgspec.Struct, frozen=True):
    """Who is at the keyboard, null where nobody has played here yet; and the role, where it is a member who has one."""

    account: Account | None
    role: Role | None


class CodeWanted(msgspec.Struct, frozen=True):
    """The first step of logging in is done: the ticket for the second one, where a code is wanted."""

    ticket: str
    expires: int
