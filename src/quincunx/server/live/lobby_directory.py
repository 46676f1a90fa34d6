"""The lists of connected players and of seeks, which are cached for a second."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import NamedTuple

import msgspec

from quincunx.host.seek_pool import SeekPool
from quincunx.play.pairing import Seek
from quincunx.protocol.accounts import Account
from quincunx.protocol.lobby import LobbyShown, OpenSeek
from quincunx.server.live.online_players import MOST, OnlinePlayers

FRESH = 1000  # milliseconds for which a list is reused


class _Snapshot(NamedTuple):
    """The lists at a point in time, and the owners of the seeks."""

    at: int
    lobby: LobbyShown
    owners: list[str]


class LobbyDirectory:
    """The connected players and the seeks, read at most once a second."""

    def __init__(self, now: Callable[[], int], players: OnlinePlayers, pool: SeekPool) -> None:
        self._now = now
        self._players = players
        self._pool = pool
        self._lock = asyncio.Lock()
        self._cached: _Snapshot | None = None

    async def shown_to(self, account: str) -> LobbyShown:
        """The lists as an account sees them; `account` is empty if there is none."""
        async with self._lock:
            snapshot = self._cached
            if snapshot is None or not 0 <= self._now() - snapshot.at < FRESH:
                snapshot = self._cached = await self._read()
        seeks = [
            msgspec.structs.replace(seek, mine=True) if owner == account else seek
            for seek, owner in zip(snapshot.lobby.seeks, snapshot.owners, strict=True)
        ]
        return msgspec.structs.replace(snapshot.lobby, seeks=seeks)

    async def _read(self) -> _Snapshot:
        online = await self._players.everywhere()
        seeking, waiting = await self._pool.listed(MOST)
        seeks = [_sought(seek, who) for seek, who in waiting]
        lobby = LobbyShown(online.count, online.players, seeking, seeks)
        return _Snapshot(self._now(), lobby, [seek.account for seek, _ in waiting])


def _sought(seek: Seek, who: Account) -> OpenSeek:
    return OpenSeek(
        id=seek.id,
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
