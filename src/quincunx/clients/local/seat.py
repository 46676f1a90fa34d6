"""A seat at a match in the embedded database: against a bot, against a friend, or to watch bots."""

from __future__ import annotations

from typing import Any

from quincunx.clients import action_sequence
from quincunx.clients.local.database import LocalDatabase
from quincunx.clients.local.local_match import LocalMatch
from quincunx.clients.match_replica import MatchReplica
from quincunx.core.game import Game
from quincunx.host.bot_workers import Agents, randomly_seeded
from quincunx.host.news import MatchNews, News
from quincunx.play.commands import PlayerCommand
from quincunx.play.match import Match

BOT_SECONDS = 2.0


class LocalSeat:
    """A `MatchSeat` on this computer. Whatever `match` shows is on disk, so a killed program loses nothing."""

    lag: int | None = None
    note = ""
    link = ""
    busy = False  # requests are complete when they return

    def __init__(
        self,
        local_db: LocalDatabase,
        id: str,
        account: str,
        *,
        bot_seconds: float = BOT_SECONDS,
        agents: Agents = randomly_seeded,
    ) -> None:
        self.id = id
        self.account = account
        self._local_db = local_db
        self._bot_settings: dict[str, Any] = {"bot_seconds": bot_seconds, "agents": agents}
        self._replica = MatchReplica()
        self._local_match = LocalMatch(local_db.store, id, **self._bot_settings)
        self._closed = False
        local_db.run(self._local_match.start(self))

    @property
    def match(self) -> Match:
        """The match as it stands on disk."""
        return self._replica.match

    @property
    def game(self) -> Game:
        """The game with its final options, including those that were drawn at random."""
        return self.match.state.game

    @property
    def sides(self) -> tuple[int, ...]:
        """The sides played at this keyboard."""
        return self.match.sides_of(self.account)

    def now(self) -> int:
        """The time, in milliseconds."""
        return self._local_match.now()

    def act(self, *actions: str, position: int | None = None) -> None:
        """Play the actions of a turn, up to the first that is refused."""
        action_sequence.act(self, actions, position)

    def ask(self, command: PlayerCommand) -> None:
        """Send a command other than an action."""
        self._local_db.run(self._local_match.ask(self.account, command))

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until something has changed, or time out; return whether something has."""
        return self._replica.wait(seconds)

    def points(self) -> None:
        """Return None: matches here are not rated."""

    def rematch(self) -> LocalSeat | None:
        """The seat at the second game of two or at the rematch, once there is one."""
        id = self.match.rematch
        return LocalSeat(self._local_db, id, self.account, **self._bot_settings) if id else None

    def close(self) -> None:
        """Leave the seat; the match can be resumed."""
        if not self._closed:
            self._closed = True
            self._local_db.run(self._local_match.stop())

    def on_news(self, news: News) -> None:
        """Receive committed changes from the host. The screen's thread gets a copy of the match."""
        if isinstance(news, MatchNews):
            self._replica.show(news.match.copy())
