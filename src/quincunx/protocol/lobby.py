"""Who is connected and who is looking for a game: only what is public anyway."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from quincunx.play.clocks import Clock
from quincunx.play.legs import Legs


class OnlinePlayer(Struct, frozen=True):
    """A connected player, and whether they are playing a running match."""

    name: str
    kind: Literal["member", "guest"]
    playing: bool


class OpenSeek(Struct, frozen=True, kw_only=True):
    """A player looking for a game; guests have no rating. To take it, send a `seek` with this id as `take`."""

    id: str
    name: str
    rating: int | None
    provisional: bool
    game: str
    options: dict[str, Any]
    clock: Clock
    rated: bool
    legs: Legs
    since: int
    mine: bool


class LobbyShown(Struct, frozen=True):
    """The numbers of connected players and of seeks, and the first few of each."""

    connected: int
    players: list[OnlinePlayer]
    seeking: int
    seeks: list[OpenSeek]
