"""Against whom somebody wants to play."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from quincunx.play.seats import FRIEND

Name = Annotated[str, Meta(pattern=r"^[^\x00-\x1f\x7f]+\Z", max_length=40)]
Level = Annotated[int, Meta(ge=1, le=8)]


class AgainstBot(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="bot"):
    """A bot of some level."""

    level: Level


class AtOneScreen(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="hot_seat"):
    """A friend who sits beside me."""

    name: Name = FRIEND


class ByInvite(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="invite"):
    """Whoever gets the link."""


class ByChallenge(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="challenge"):
    """A member, by name."""

    name: Name


Opponent = AgainstBot | AtOneScreen | ByInvite | ByChallenge


class BotAgainstBot(Struct, frozen=True):
    """Nobody: two bots of some level play, and I watch. Only for matches on one's own machine."""

    level: Level
