"""Content of an option, such as an army."""

from __future__ import annotations

from typing import Any

import msgspec

from quincunx.core.content import Fault, Form


class ContentShown(msgspec.Struct, frozen=True):
    """The content of an option: what comes with the game, by name, and the form that custom content must have."""

    shipped: dict[str, dict[str, Any]]
    form: Form


class ContentFaults(msgspec.Struct, frozen=True):
    """The faults of custom content; empty if it is valid."""

    faults: list[Fault]
