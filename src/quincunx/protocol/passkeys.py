"""Passkeys."""

from __future__ import annotations

from typing import Any

import msgspec

from quincunx.protocol.fields import Label, Secret


class Passkey(msgspec.Struct, frozen=True):
    """A passkey as its owner knows it; `id` is no secret."""

    id: str
    label: str
    created: int
    used: int | None


class Asked(msgspec.Struct, frozen=True):
    """What `navigator.credentials` is asked for, and the ticket that belongs to it."""

    options: dict[str, Any]
    ticket: str = ""  # empty where a cookie holds it


class NewPasskey(msgspec.Struct, forbid_unknown_fields=True):
    """What the browser has made, and what its owner calls it."""

    ticket: Secret
    label: Label
    credential: dict[str, Any]


class Assertion(msgspec.Struct, forbid_unknown_fields=True):
    """What the browser has signed."""

    credential: dict[str, Any]
