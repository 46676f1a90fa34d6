"""Content of an option, such as an army."""

from __future__ import annotations

from typing import Any

import msgspec

from quincunx.core.content import Fault, Form


class ContentShown(msgspec.Struct, frozen=True):
    """What an option's content is: that which comes with the game, by name, and the form of one's own."""

    shipped: dict[str, dict[str, Any]]
    form: Form


class Checked(msgspec.Struct, frozen=True):
    """What is wrong with somebody's own content; nothing where it is fine."""

    faults: list[Fault]
