"""What processes tell each other about a match: a hash in Redis with a field for each process that has subscribers.

presence:MATCH   PROCESS       the players who are present there, with their lags, and the number of subscribers
                 left:ACCOUNT  when a player's last connection to any process ended
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import NamedTuple

import msgspec

from quincunx.host.live_match import LiveMatch
from quincunx.host.live_processes import LiveProcesses
from quincunx.host.redis_bus import PREFIX
from quincunx.play import clocks

LEFT = "left:"

MARGIN = 10 * 60  # seconds for which a match's hash is kept beyond the longest absence of a player
MOST_OPEN = 8  # subscribers of an open match that are listed by name, because one of them may join


class Record(msgspec.Struct, array_like=True, frozen=True):
    """One process's view of a match."""

    players: dict[str, int | None]  # the lowest lag of each player's devices
    watchers: int


class Fields(NamedTuple):
    """A match's hash."""

    records: Mapping[str, Record] = {}  # by process
    left: Mapping[str, int] = {}  # by account


def hash_of(match: str) -> str:
    """The key of a match's hash."""
    return f"{PREFIX}presence:{match}"


def left_field(account: str) -> str:
    """The field that stores when an account left."""
    return LEFT + account


def record_of(live: LiveMatch) -> Record | None:
    """This process's view of a match; None if it has no subscribers."""
    if not live.subscribers:
        return None
    lags: dict[str, int | None] = {}
    players = _players(live)
    for each in live.subscribers:
        if each.account and (each.account in players if players else len(lags) < MOST_OPEN):
            lags[each.account] = lowest(lags.get(each.account), each.lag)
    return Record(lags, len(live.subscribers))


def _players(live: LiveMatch) -> set[str]:
    """The accounts of a match's players; none while it waits for a player, or if it is not in memory."""
    match = live.cached
    if match is None or match.status == "open":
        return set()
    return {account for account in (match.account_at(0), match.account_at(1)) if account is not None}


def lowest(first: int | None, second: int | None) -> int | None:
    """The lower of two lags, either of which may be unknown."""
    return second if first is None else first if second is None else min(first, second)


def kept_for(live: LiveMatch) -> int:
    """For how many seconds a match's hash is needed after everyone has left."""
    grace = clocks.grace(live.match.created.clock) if live.cached is not None and can_be_claimed(live) else None
    return MARGIN + (grace or 0) // clocks.SECOND


def can_be_claimed(live: LiveMatch) -> bool:
    """Whether a player may claim the match if the opponent stays away; True if it is not in memory."""
    match = live.cached
    if match is None:
        return True
    return match.status == "running" and match.between_people() and clocks.grace(match.created.clock) is not None


def read_fields(raw: Mapping[bytes, bytes]) -> Fields:
    """The fields of a match's hash in Redis. Records of another version that cannot be read are skipped."""
    records: dict[str, Record] = {}
    left: dict[str, int] = {}
    for name, value in ((name.decode(), value) for name, value in raw.items()):
        with suppress(ValueError):  # includes msgspec's errors
            if name.startswith(LEFT):
                left[name.removeprefix(LEFT)] = int(value)
            else:
                records[name] = msgspec.msgpack.decode(value, type=Record)
    return Fields(records, left)


def present_in(records: Mapping[str, Record], processes: LiveProcesses) -> tuple[dict[str, int | None], int]:
    """The lags of the players who are present in live processes, and the number of subscribers there."""
    lags: dict[str, int | None] = {}
    watchers = 0
    for process, record in records.items():
        if process in processes.alive:
            watchers += record.watchers
            for account, lag in record.players.items():
                lags[account] = lowest(lags.get(account), lag)
    return lags, watchers


def last_present(fields: Fields, processes: LiveProcesses) -> dict[str, int]:
    """When each player who has left, or whose process has died, was last present."""
    left = dict(fields.left)
    for process, record in fields.records.items():
        if process not in processes.alive:
            for account in record.players:
                left[account] = max(left.get(account, 0), processes.last(process))
    return left
