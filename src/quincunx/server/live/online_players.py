"""Who is connected, to any server of the site.

Each server shows the others its number of players and the rows that it would list. The first rows of all these lists
together are the first rows of the site's list. A player who is connected to two servers is counted once if both list
them, and twice otherwise.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from heapq import nsmallest

import msgspec
from msgspec import Struct

from quincunx.host.presence_store import PresenceStore
from quincunx.protocol.lobby import OnlinePlayer
from quincunx.server.live.connection import Connection

MOST = 100  # rows of a list
NAME = "players"


class Online(Struct, frozen=True):
    """The number of connected players, and the first of them: those who are not playing, then members."""

    count: int
    players: list[OnlinePlayer]


class OnlinePlayers:
    """The connected players, in this process and in the others."""

    def __init__(self, connections: Mapping[str, Collection[Connection]], presence: PresenceStore) -> None:
        self._connections = connections
        self._presence = presence
        presence.share(NAME, lambda: msgspec.json.encode(self.here()))

    def here(self) -> Online:
        """The players who are connected to this process."""
        present = [_present(lines) for lines in self._connections.values()]
        players = [player for player in present if player is not None]
        return Online(len(players), nsmallest(MOST, players, key=_order))

    async def everywhere(self) -> Online:
        """The players who are connected to any process."""
        lists = [self.here()]
        for text in await self._presence.shared(NAME):
            with suppress(msgspec.MsgspecError):  # from a server of another version
                lists.append(msgspec.json.decode(text, type=Online))
        return _together(lists)


def _together(lists: Iterable[Online]) -> Online:
    count, players = 0, dict[str, OnlinePlayer]()
    for online in lists:
        count += online.count
        for player in online.players:
            before = players.get(player.name)
            if before is None or player.playing:
                players[player.name] = player
            count -= before is not None
    return Online(count, nsmallest(MOST, players.values(), key=_order))


def _order(player: OnlinePlayer) -> tuple[bool, bool, str]:
    return player.playing, player.kind == "guest", player.name.casefold()


def _present(lines: Collection[Connection]) -> OnlinePlayer | None:
    """The account of these connections; None if they belong to a network without a login."""
    who = next((line.who for line in lines), None)
    if who is None:
        return None
    return OnlinePlayer(who.name, "guest" if who.kind == "guest" else "member", any(_plays(line) for line in lines))


def _plays(line: Connection) -> bool:
    matches = (live.cached for live in line.watched.values())
    return any(match is not None and match.status == "running" and match.sides_of(line.account) for match in matches)
