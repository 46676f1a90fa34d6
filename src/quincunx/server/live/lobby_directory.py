"""The lists of connected players and of seeks, which are cached for a second."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple

import msgspec

from quincunx.host.seek_pool import SeekPool, listed_id
from quincunx.play.pairing import Seek
from quincunx.protocol.accounts import Account
from quincunx.protocol.lobby import LobbyShown, OnlinePlayer, OpenSeek
from quincunx.server.live.connection import Connection

MOST = 100  # rows of a list
FRESH = 1000  # milliseconds for which a list is reused


class _Looked(NamedTuple):
    """The lists at a point in time, and the owners of the seeks."""

    at: int
    gathering: LobbyShown
    owners: list[str]


class LobbyDirectory:
    """The connected players and the seeks, looked up at most once a second."""

    def __init__(
        self, now: Callable[[], int], connections: Mapping[str, Collection[Connection]], pool: SeekPool
    ) -> None:
        self._now = now
        self._connections = connections
        self._pool = pool
        self._looked: _Looked | None = None

    def gathering(self, account: str) -> LobbyShown:
        """The lists as an account sees them; `account` is empty if there is none."""
        looked = self._looked
        if looked is None or not 0 <= self._now() - looked.at < FRESH:
            looked = self._looked = self._look()
        seeks = [
            msgspec.structs.replace(seek, mine=True) if owner == account else seek
            for seek, owner in zip(looked.gathering.seeks, looked.owners, strict=True)
        ]
        return msgspec.structs.replace(looked.gathering, seeks=seeks)

    def _look(self) -> _Looked:
        players = [_present(lines) for lines in self._connections.values() if _who(lines) is not None]
        players.sort(key=lambda player: (player.playing, player.kind == "guest", player.name.casefold()))
        waiting = sorted(self._pool.waiting(), key=lambda sought: (sought[0].since, sought[0].id))
        seeks = [_sought(seek, who) for seek, who in waiting[:MOST]]
        gathering = LobbyShown(len(players), players[:MOST], len(waiting), seeks)
        return _Looked(self._now(), gathering, [seek.account for seek, _ in waiting[:MOST]])


def _who(lines: Collection[Connection]) -> Account | None:
    """The account of these connections; None if they belong to a network without a log-in."""
    return next((line.who for line in lines), None)


def _present(lines: Collection[Connection]) -> OnlinePlayer:
    who = _who(lines)
    assert who is not None
    return OnlinePlayer(who.name, "guest" if who.kind == "guest" else "member", any(_plays(line) for line in lines))


def _plays(line: Connection) -> bool:
    matches = (live.cached for live in line.watched.values())
    return any(match is not None and match.status == "running" and match.sides_of(line.account) for match in matches)


def _sought(seek: Seek, who: Account) -> OpenSeek:
    return OpenSeek(
        id=listed_id(seek),
        name=who.name,
        rating=seek.rating if who.kind == "member" else None,
        provisional=seek.provisional,
        game=seek.game,
        options=seek.options,
        clock=seek.clock,
        rated=seek.rated,
        legs=seek.legs,
        since=seek.since,
        mine=False,
    )
