"""The boards that are worth watching now: active public matches."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import NamedTuple

import msgspec

from quincunx.games import games
from quincunx.host.fold_threads import fold, unhurried
from quincunx.host.live_matches import LiveMatches
from quincunx.host.presence_store import PresenceStore
from quincunx.play.events import read_event
from quincunx.play.match import Match
from quincunx.play.scene import Scene, still
from quincunx.protocol.matches import BoardShown, MatchShown
from quincunx.server.live.attended_matches import MOST, AttendedMatches
from quincunx.store.listing import shown
from quincunx.store.matches import Header
from quincunx.store.store import Store, Unit

FRESH = 2000  # milliseconds for which the list is reused
MINUTE = 60_000
LEFT_ALONE = 10 * MINUTE  # without an event, after which a match with both players away is no longer listed
IDLE = 60 * MINUTE  # the same for any match, even with players present


class _Seen(NamedTuple):
    header: Header
    board: BoardShown


class _Snapshot(NamedTuple):
    """The boards at a point in time."""

    at: int
    seen: dict[str, _Seen]


class WatchList:
    """The list of boards, read at most every two seconds; only boards that have changed are drawn again."""

    def __init__(self, store: Store, matches: LiveMatches, now: Callable[[], int], presence: PresenceStore) -> None:
        self._store = store
        self._matches = matches
        self._attended = AttendedMatches(matches, presence)
        self._now = now
        self._lock = asyncio.Lock()
        self._cached: dict[str | None, _Snapshot] = {}  # by game; None: all of them

    async def alive(self, account: str, game: str | None = None) -> list[BoardShown]:
        """The boards as an account sees them, the latest move first; `account` is empty if there is none."""
        if game is not None and game not in games():
            return []
        async with self._lock:
            snapshot = self._cached.get(game)
            if snapshot is None or not 0 <= self._now() - snapshot.at < FRESH:
                snapshot = self._cached[game] = await self._read(game)
        return [
            msgspec.structs.replace(board, mine=header.sides_of(account)) if account else board
            for header, board in snapshot.seen.values()
        ]

    async def _read(self, game: str | None) -> _Snapshot:
        now, attended = self._now(), await self._attended.everywhere(game)

        def work(unit: Unit) -> list[tuple[Header, MatchShown]]:
            since = {"moved": now - IDLE, "moved_alone": now - LEFT_ALONE}
            headers = unit.matches.alive(attended, **since, most=MOST, game=game)
            return list(zip(headers, shown(unit, headers, ""), strict=True))

        found = await self._store.read(work)
        seen = self._cached[game].seen if game in self._cached else {}
        return _Snapshot(now, {h.id: _Seen(h, await self._board(h, match, seen.get(h.id))) for h, match in found})

    async def _board(self, header: Header, match: MatchShown, before: _Seen | None) -> BoardShown:
        drawn = before is not None and before.header.version == header.version
        scene = before.board.scene if before is not None and drawn else await self._scene(header.id)
        return BoardShown(**msgspec.structs.asdict(match), scene=scene)

    async def _scene(self, id: str) -> Scene:
        """The current scene of a match, from memory or else from its log, folded in a thread."""
        if self._matches.knows(id):
            async with self._matches.hold(id) as live:
                return still(live.match.state, live.match.position)
        payloads = [row.payload for row in await self._store.read(lambda unit: unit.log.read(id))]
        return await fold(lambda: _drawn(payloads))


def _drawn(payloads: list[bytes]) -> Scene:
    match = Match.from_events(unhurried(map(read_event, payloads)))
    return still(match.state, match.position)
