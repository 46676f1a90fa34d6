"""Accounts: registering, logging in, and who is logged in."""

from __future__ import annotations

from typing import Literal

import msgspec

from quincunx.protocol.fields import Name, NewPassword, OldPassword

Kind = Literal["guest", "member", "deleted"]
Role = Literal["moderator", "admin"]


class Account(msgspec.Struct, frozen=True):
    """An account: a guest, a member, or a deleted one."""

    id: str
    kind: Kind
    name: str
    created: int


class Registration(msgspec.Struct, forbid_unknown_fields=True):
    """A name and a password for a new account."""

    name: Name
    password: NewPassword


class LogIn(msgspec.Struct, forbid_unknown_fields=True):
    """The name of an account and its password."""

    name: Name
    password: OldPassword


class PasswordChange(msgspec.Struct, forbid_unknown_fields=True):
    """The current password and the new one."""

    current: OldPassword
    new: NewPassword


class AccountDeletion(msgspec.Struct, forbid_unknown_fields=True):
    """Confirms the deletion of the account with its password; guests have none."""

    password: OldPassword = ""


class CurrentAccount(msgspec.Struct, frozen=True):
    """The account that sends the request (null if there is none yet), and its role (null if it has none)."""

    account: Account | None
    role: Role | None


class CodeWanted(msgspec.Struct, frozen=True):
    """The password was right, but a code is required as well: the ticket for that second step."""

    ticket: str
    expires: int
