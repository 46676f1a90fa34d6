"""Makes seats: at a new match in the embedded database, at an unfinished one, or on a server."""

from __future__ import annotations

import argparse
import itertools
import os
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

from quincunx.clients.language import t
from quincunx.clients.match_seat import MatchSeat
from quincunx.clients.terminal.input.database import database_of, open_local_db, require_folder, require_kept
from quincunx.clients.terminal.seats import online, resume
from quincunx.clients.terminal.seats.match_settings import MatchSettings, UnfinishedMatch
from quincunx.clients.terminal.seats.nonblocking_seat import NonblockingSeat
from quincunx.clients.terminal.seats.player_data import LocalPlayerData
from quincunx.clients.terminal.seats.seat_arguments import how_to_resume, settings_of
from quincunx.clients.terminal.seats.server_session import ServerSession, last_server
from quincunx.clients.terminal.text.messages import bot_name
from quincunx.clients.terminal.text.tables import history_row
from quincunx.core.game import Game
from quincunx.play.seats import FRIEND
from quincunx.search.agent import Agent
from quincunx.search.bots import bot
from quincunx.search.levels import LEVELS

if TYPE_CHECKING:
    from quincunx.clients.local.database import LocalDatabase
    from quincunx.protocol.matches import MatchShown

MOST = 20  # matches to choose from; older ones can be resumed by their id


class SeatFactory:
    """Makes seats. The database is opened for the first seat, so looking at the menu writes nothing."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        require_folder(arguments)
        self._arguments = arguments
        self._opening = threading.Lock()
        self._local_db: LocalDatabase | None = None
        self._sessions: list[ServerSession] = []

    @contextmanager
    def seat(self) -> Iterator[MatchSeat]:
        """Yield the seat that the arguments ask for, and close it at the end."""
        if self._arguments.online is not None:
            with online.seated(self._arguments) as seat:
                yield seat
            return
        with closing(
            self._left() if self._arguments.resume is not None else self.open(settings_of(self._arguments))
        ) as seat:
            yield seat

    def open(self, settings: MatchSettings) -> MatchSeat:
        """Create a match with these settings and return its seat."""
        from quincunx.clients.local.account import here
        from quincunx.clients.local.new_match import seats_of, start_match

        local_db = self._opened()
        friend = settings.friend or FRIEND
        seats = seats_of(here(local_db), settings.bots, settings.level, side=settings.side, friend=friend)
        id = start_match(
            local_db, settings.game, seats, chosen=settings.chosen, clock=settings.clock, legs=settings.legs
        )
        return self._seat(id, settings.seconds, settings.seed)

    def waiting(self) -> list[UnfinishedMatch]:
        """The unfinished matches at this keyboard, the latest first."""
        from quincunx.clients.local.account import known_here, was_here

        if not was_here(database_of(self._arguments)):
            return []
        local_db = self._opened()
        account = known_here(local_db)
        if account is None:
            return []
        left = LocalPlayerData(local_db, account).history(None, MOST, status=("running",))
        return [_waiting(match) for match in left]

    def take_up(self, id: str) -> MatchSeat:
        """Resume an unfinished match."""
        return self._seat(id, self._arguments.seconds, self._arguments.seed)

    @property
    def server(self) -> str:
        """The server that the command line names, or the last one used."""
        if self._arguments.online is None:
            return last_server()
        from quincunx.clients.remote import read_address

        return read_address(self._arguments.online).server

    def connect(self, url: str) -> ServerSession:
        """Open a session on a server; the connection stays open until `close`."""
        session = ServerSession(url)
        self._sessions.append(session)
        return session

    def how_to_resume(self, seat: MatchSeat) -> str:
        """The command that resumes a match. It uses `=` because an id may begin with a dash."""
        if isinstance(seat, NonblockingSeat):
            return f"quincunx play --online {seat.server} --resume={seat.id}"
        return f"{how_to_resume(self._arguments)}={seat.id}"

    def close(self) -> None:
        """Close the connections and the database."""
        for session in self._sessions:
            session.close()
        if self._local_db is not None:
            self._local_db.close()

    def _opened(self) -> LocalDatabase:
        with self._opening:
            if self._local_db is None:
                self._local_db = open_local_db(self._arguments)
            return self._local_db

    def _left(self) -> MatchSeat:
        """The match that the arguments name, or the latest one."""
        from quincunx.clients.local.account import here

        require_kept(self._arguments)
        local_db = self._opened()
        return self.take_up(resume.left(self._arguments, local_db, here(local_db)))

    def _seat(self, id: str, seconds: float, seed: int | None) -> MatchSeat:
        from quincunx.clients.local.account import here
        from quincunx.clients.local.seat import LocalSeat

        local_db = self._opened()
        return LocalSeat(local_db, id, here(local_db).id, bot_seconds=seconds, agents=SeededBots(seed))


def _waiting(match: MatchShown) -> UnfinishedMatch:
    row = history_row(match)
    levels = [player.level for player in match.players if player.level is not None]
    other = bot_name(LEVELS[levels[0] - 1]) if len(levels) == 1 else row.other
    title = t("terminal.waiting.title", game=row.game, other=other)
    return UnfinishedMatch(row.id, title, t("terminal.waiting.last_played", when=row.when))


class SeededBots:
    """Makes bots with consecutive random seeds, a new one for each turn."""

    def __init__(self, seed: int | None) -> None:
        self._seeds = itertools.count(int.from_bytes(os.urandom(7)) if seed is None else seed)

    def __call__(self, name: str, game: Game) -> Agent:
        return bot(name, game, next(self._seeds), os.cpu_count() or 1)
