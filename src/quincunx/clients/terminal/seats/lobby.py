"""The lobby of a server as text: who is online, who is looking for a game, and who can be picked as an opponent."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from quincunx.clients.language import t
from quincunx.clients.terminal.seats.pool import wish_of
from quincunx.clients.terminal.text.messages import rating
from quincunx.words import phrase

if TYPE_CHECKING:
    from quincunx.protocol.lobby import LobbyShown, OnlinePlayer, OpenSeek

NOBODY = phrase("terminal.lobby.nobody")


class Pick(NamedTuple):
    """A possible opponent: joined through their seek if they have one, otherwise challenged."""

    words: str
    name: str
    seek: OpenSeek | None = None


def picks(lobby: LobbyShown, me: str) -> list[Pick]:
    """All possible opponents: first the players who are looking for a game, then members, who can be challenged."""
    seeks = [Pick(_sought(seek), seek.name, seek) for seek in lobby.seeks if not seek.mine]
    members = [player for player in lobby.players if player.kind == "member" and player.name != me]
    return seeks + [Pick(_present(player), player.name) for player in members]


def guests(lobby: LobbyShown, me: str) -> list[str]:
    """The guests who are online, as text; they cannot be challenged."""
    return [_present(player) for player in lobby.players if player.kind == "guest" and player.name != me]


def heading(lobby: LobbyShown) -> str:
    """How many players are online and looking for a game."""
    return t("terminal.lobby.heading", connected=lobby.connected, count=lobby.seeking)


def _sought(seek: OpenSeek) -> str:
    name = seek.name if seek.rating is None else f"{seek.name} ({rating(seek.rating, seek.provisional)})"
    return t("terminal.lobby.sought", name=name, wish=wish_of(seek).words())


def _present(player: OnlinePlayer) -> str:
    return t("terminal.lobby.playing", name=player.name) if player.playing else player.name
