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
    """Who sits on a side, by name; an empty name is an open seat."""

    name: str
    kind: Literal["person", "bot", "friend", "open"]  # a friend is at one screen with the other


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
    mine: tuple[Side, ...]  # the sides that whoever looks sits on
    winner: Side | None
    reason: str | None  # why it ended, a word; null while it has not
    ending: Text  # the same in a sentence
    leg: Legs | None  # which of two games; null where there is but one
    other_leg: str | None  # the match of the other one, once there is one
    annulled: bool  # it counts for nothing
    version: int
    created: int
    updated: int


class MatchTold(MatchShown, frozen=True):
    """A match by itself, with what it did to both ratings; null where it is not rated, or not finished."""

    points: tuple[Change | None, Change | None] | None


class BoardShown(MatchShown, frozen=True):
    """A match that can be watched, and how it stands."""

    scene: Scene
