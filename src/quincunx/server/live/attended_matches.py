"""The matches that are followed by at least one of their players, on any server of the site.

Each server shows the others its latest attended matches of each game, as many as fit on a page of the watch list. The
latest of all these are the latest of the site.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from contextlib import suppress
from heapq import nlargest

import msgspec

from quincunx.host.live_matches import LiveMatches
from quincunx.host.presence_store import PresenceStore

MOST = 24  # of a game, or of all games: a page of the watch list
NAME = "attended"

Latest = list[tuple[int, str]]  # the time of the match's last event, and its id
ByGame = Mapping[str, Latest]


class AttendedMatches:
    """The attended public matches, in this process and in the others."""

    def __init__(self, matches: LiveMatches, presence: PresenceStore) -> None:
        self._matches = matches
        self._presence = presence
        presence.share(NAME, lambda: msgspec.json.encode(self.here()))

    def here(self) -> ByGame:
        """The latest attended matches of each game in this process."""
        found: defaultdict[str, Latest] = defaultdict(list)
        for live in self._matches.attended():
            created = live.match.created
            if created.visibility == "public":
                found[created.game].append((live.match.at, live.id))
        return {game: nlargest(MOST, some) for game, some in found.items()}

    async def everywhere(self, game: str | None) -> list[str]:
        """The latest attended matches of a game, or of all games, in any process."""
        lists = [self.here()]
        for text in await self._presence.shared(NAME):
            with suppress(msgspec.MsgspecError):  # from a server of another version
                lists.append(msgspec.json.decode(text, type=dict[str, Latest]))
        return [id for _, id in nlargest(MOST, _of_game(lists, game))]


def _of_game(lists: Iterable[ByGame], game: str | None) -> set[tuple[int, str]]:
    return {match for by_game in lists for each, some in by_game.items() if game in (None, each) for match in some}
