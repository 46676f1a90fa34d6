"""Matches as lists show them."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from quincunx.core.sides import Side
from quincunx.play.clocks import Clock
from quincunx.play.events import Kind, Visibility
from quincunx.play.legs import Legs
from quincunx.play.match import Status
from quincunx.play.scene import Scene
from quincunx.protocol.ratings import Change
from quincunx.words import Text


class Player(msgspec.Struct, frozen=True):
    """The player of a side; the name is empty if the seat is open."""

    name: str
    kind: Literal["person", "bot", "friend", "open"]  # a friend plays at the same screen as the other player
    level: int | None = None  # of a bot


class MatchShown(msgspec.Struct, frozen=True):
    """A match as lists show it."""

    id: str
    game: str
    options: dict[str, Any]
    clock: Clock
    kind: Kind
    rated: bool
    visibility: Visibility
    status: Status
    players: tuple[Player, Player]
    mine: tuple[Side, ...]  # the sides that the asking account plays
    winner: Side | None
    reason: str | None  # why it ended, as a code; null until then
    ending: Text  # the same as a sentence
    leg: Legs | None  # which of two games it is; null for a single game
    other_leg: str | None  # the match of the other game, once it exists
    annulled: bool  # if so, it does not count
    version: int
    created: int
    updated: int


class MatchDetails(MatchShown, frozen=True):
    """A single match, with the change of both ratings; null if it is not rated or not finished."""

    points: tuple[Change | None, Change | None] | None


class BoardShown(MatchShown, frozen=True):
    """A match that can be watched, with its current position."""

    scene: Scene
