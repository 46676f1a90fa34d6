"""The kinds of opponent a player can choose."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from quincunx.play.seats import FRIEND

Name = Annotated[str, Meta(pattern=r"^[^\x00-\x1f\x7f]+\Z", max_length=40)]
Level = Annotated[int, Meta(ge=1, le=8)]


class AgainstBot(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="bot"):
    """A bot at a chosen level."""

    level: Level


class AtOneScreen(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="hot_seat"):
    """A friend at the same screen."""

    name: Name = FRIEND


class ByInvite(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="invite"):
    """Anyone with the invite link."""


class ByChallenge(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="challenge"):
    """A member, challenged by name."""

    name: Name


Opponent = AgainstBot | AtOneScreen | ByInvite | ByChallenge


class BotAgainstBot(Struct, frozen=True):
    """No opponent: the user watches two bots at the same level. Only for local matches."""

    level: Level
