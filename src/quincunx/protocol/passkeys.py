"""Passkeys."""

from __future__ import annotations

from typing import Any

import msgspec

from quincunx.protocol.fields import Label, Secret


class Passkey(msgspec.Struct, frozen=True):
    """A passkey as its owner sees it; `id` is not secret."""

    id: str
    label: str
    created: int
    used: int | None


class PasskeyOptions(msgspec.Struct, frozen=True):
    """The options for `navigator.credentials`, and the ticket that belongs to them."""

    options: dict[str, Any]
    ticket: str = ""  # empty if it is in a cookie


class NewPasskey(msgspec.Struct, forbid_unknown_fields=True):
    """The credential that the browser created, and the owner's name for it."""

    ticket: Secret
    label: Label
    credential: dict[str, Any]


class Assertion(msgspec.Struct, forbid_unknown_fields=True):
    """The credential that the browser signed."""

    credential: dict[str, Any]
