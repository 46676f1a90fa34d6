"""Matches as lists show them, to anybody who may see them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from quincunx.games import games
from quincunx.play.events import Kind, Visibility
from quincunx.play.legs import Legs
from quincunx.play.match import Status
from quincunx.play.scene import ENDINGS
from quincunx.store.matches import Header, Seat
from quincunx.store.results import Change

if TYPE_CHECKING:
    from quincunx.store.store import Unit


class Player(msgspec.Struct, frozen=True):
    """Who sits on a side, by name; an empty name is an open seat."""

    name: str
    kind: str  # person, bot, friend (at one screen) or open


class MatchShown(msgspec.Struct, frozen=True):
    """A match as lists show it."""

    id: str
    game: str
    options: dict[str, Any]
    clock: dict[str, Any]
    kind: Kind
    rated: bool
    visibility: Visibility
    status: Status
    players: tuple[Player, Player]
    mine: tuple[int, ...]  # the sides that whoever looks sits on
    winner: int | None
    reason: str | None  # why it ended, a word; null while it has not
    ending: str  # the same in a sentence
    leg: Legs | None  # which of two games; null where there is but one
    other_leg: str | None  # the match of the other one, once there is one
    annulled: bool  # it counts for nothing
    version: int
    created: int
    updated: int


class MatchTold(MatchShown, frozen=True):
    """A match by itself, with what it did to both ratings; null where it is not rated, or not finished."""

    points: tuple[Change | None, Change | None] | None


def told(unit: Unit, header: Header, account: str) -> MatchTold:
    """One match, as the account sees it."""
    (match,) = shown(unit, [header], account)
    return MatchTold(**msgspec.structs.asdict(match), points=unit.results.changes(header))


def shown(unit: Unit, headers: list[Header], account: str) -> list[MatchShown]:
    """The headers with the players' names, as the account sees them, and without what opens an invitation."""
    ids = {seat.account for header in headers for seat in header.seats if seat.account is not None}
    names = unit.accounts.names(ids)
    return [_shown(header, names, header.sides_of(account)) for header in headers]


def _shown(header: Header, names: dict[str, str], mine: tuple[int, ...]) -> MatchShown:
    first, second = (_player(seat, names) for seat in header.seats)
    return MatchShown(
        header.id,
        header.game,
        header.options,
        header.clock,
        header.kind,
        header.rated,
        header.visibility,
        header.status,
        (first, second),
        mine,
        header.winner,
        header.reason,
        _ending(header),
        header.leg,
        header.other_leg,
        header.annulled is not None,
        header.version,
        header.created,
        header.updated,
    )


def _player(seat: Seat, names: dict[str, str]) -> Player:
    if seat.account is not None:
        return Player(names[seat.account], "person")
    if seat.friend is not None:
        return Player(seat.friend, "friend")
    return Player(seat.bot, "bot") if seat.bot is not None else Player("", "open")


def _ending(header: Header) -> str:
    """Why the match ended, in words: the players' will or the clock's, or else the game's own reason."""
    if header.reason is None:
        return ""
    if header.reason in ENDINGS:
        return ENDINGS[header.reason]
    spec = games().get(header.game)  # none where the package that brought the game is no longer installed
    return spec.reason_rules[header.reason][1] if spec else header.reason
