"""Who is here and who looks for a game, as everybody may see it: names, and nothing that is not public anyway."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from quincunx.play.clocks import Clock
from quincunx.play.legs import Legs


class Present(Struct, frozen=True):
    """Somebody who is connected, and whether he is at a match that runs."""

    name: str
    kind: Literal["member", "guest"]
    playing: bool


class Sought(Struct, frozen=True, kw_only=True):
    """Somebody who looks for a game, and which; a guest has no rating. A `seek` with this id as `take` takes it."""

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


class Gathering(Struct, frozen=True):
    """How many are connected and how many seeks there are, and the first of each."""

    connected: int
    players: list[Present]
    seeking: int
    seeks: list[Sought]
