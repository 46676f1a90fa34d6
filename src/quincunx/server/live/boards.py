"""The boards that are worth watching just now: public matches in which something happens."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import NamedTuple

import msgspec

from quincunx.play.events import read_event
from quincunx.play.match import Match
from quincunx.play.scene import Scene, still
from quincunx.server.live.tables import Tables
from quincunx.store.listing import MatchShown, shown
from quincunx.store.matches import Header
from quincunx.store.store import Store, Unit

MOST = 24  # boards
FRESH = 2000  # milliseconds for which they are told again as they were
MINUTE = 60_000
LEFT_ALONE = 10 * MINUTE  # without an event, a match between people who are both away is over for those who watch
IDLE = 60 * MINUTE  # so is any match, whoever sits before it


class BoardShown(MatchShown, frozen=True):
    """A match that can be watched, and how it stands."""

    scene: Scene


class _Seen(NamedTuple):
    header: Header
    board: BoardShown


class Boards:
    """What can be watched. However many ask, it is looked up once in two seconds, and drawn where something moved."""

    def __init__(self, store: Store, tables: Tables, now: Callable[[], int]) -> None:
        self._store = store
        self._tables = tables
        self._now = now
        self._looking = asyncio.Lock()
        self._at: int | None = None
        self._seen: dict[str, _Seen] = {}

    async def alive(self, account: str) -> list[BoardShown]:
        """The boards as the account sees them, the latest move first; an empty account is somebody not known."""
        async with self._looking:
            if self._at is None or not 0 <= self._now() - self._at < FRESH:
                await self._look()
        return [
            msgspec.structs.replace(board, mine=header.sides_of(account)) if account else board
            for header, board in self._seen.values()
        ]

    async def _look(self) -> None:
        now, attended = self._now(), self._tables.attended()

        def work(unit: Unit) -> list[tuple[Header, MatchShown]]:
            headers = unit.matches.alive(attended, moved=now - IDLE, moved_alone=now - LEFT_ALONE, most=MOST)
            return list(zip(headers, shown(unit, headers, ""), strict=True))

        found = await self._store.read(work)
        self._seen = {header.id: _Seen(header, await self._board(header, match)) for header, match in found}
        self._at = now

    async def _board(self, header: Header, match: MatchShown) -> BoardShown:
        before = self._seen.get(header.id)
        drawn = before is not None and before.header.version == header.version
        scene = before.board.scene if before is not None and drawn else await self._scene(header.id)
        return BoardShown(**msgspec.structs.asdict(match), scene=scene)

    async def _scene(self, id: str) -> Scene:
        """How a match stands: as it is in memory, or else by its log, in a thread."""
        if self._tables.knows(id):
            async with self._tables.hold(id) as table:
                return still(table.match.state, table.match.position)
        payloads = [row.payload for row in await self._store.read(lambda unit: unit.log.read(id))]
        return await asyncio.to_thread(_drawn, payloads)


def _drawn(payloads: list[bytes]) -> Scene:
    match = Match.from_events(map(read_event, payloads))
    return still(match.state, match.position)
