"""How a game ended, and why an action is not legal."""

from __future__ import annotations

from typing import NamedTuple

from quincunx.words import Text


class Outcome(NamedTuple):
    """The end of a game: the winner (0, 1, or None for a draw) and the reason, one of the game's own words."""

    winner: int | None
    reason: str


class Refusal(NamedTuple):
    """Why an action is not legal: the id of the rule that forbids it, and a sentence for the player."""

    rule: str
    sentence: Text
