"""Matches as they are shown in lists, to anyone who may see them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from quincunx.games import games
from quincunx.play.clocks import Clock, Untimed
from quincunx.play.scene import ENDINGS
from quincunx.play.seats import bot_level
from quincunx.protocol.matches import MatchDetails, MatchShown, Player
from quincunx.store.matches import Header, Seat
from quincunx.words import Text

if TYPE_CHECKING:
    from quincunx.store.store import Unit


def told(unit: Unit, header: Header, account: str) -> MatchDetails:
    """A single match, as the account sees it."""
    (match,) = shown(unit, [header], account)
    return MatchDetails(**msgspec.structs.asdict(match), points=unit.results.changes(header))


def shown(unit: Unit, headers: list[Header], account: str) -> list[MatchShown]:
    """The headers with the players' names, as the account sees them, without the secrets of invitations."""
    ids = {seat.account for header in headers for seat in header.seats if seat.account is not None}
    names = unit.accounts.names(ids)
    return [_shown(header, names, header.sides_of(account)) for header in headers]


def _shown(header: Header, names: dict[str, str], mine: tuple[int, ...]) -> MatchShown:
    first, second = (_player(seat, names) for seat in header.seats)
    return MatchShown(
        header.id,
        header.game,
        header.options,
        msgspec.convert(header.clock, Clock) if header.clock else Untimed(),
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
    return Player("", "open") if seat.bot is None else Player(seat.bot, "bot", bot_level(seat.bot))


def _ending(header: Header) -> Text:
    """Why the match ended, in words: a decision of the players, the clock, or a rule of the game."""
    if header.reason is None:
        return ""
    if header.reason in ENDINGS:
        return ENDINGS[header.reason]
    spec = games().get(header.game)  # None if the package with the game is no longer installed
    return spec.reason_rules[header.reason][1] if spec else header.reason
