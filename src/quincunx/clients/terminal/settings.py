"""What a match in the terminal is begun with: the game, and who plays."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from quincunx.core.game import Game


@dataclass(frozen=True)
class Settings:
    """The game with its options, which of them were chosen, the sides that bots play and how well, and for how long."""

    game: Game
    chosen: Collection[str] = ()
    bots: frozenset[int] = frozenset({1})
    level: int = 4
    seconds: float = 2.0
    seed: int | None = None
    classic: bool = True  # as the game's document draws it, where it does
