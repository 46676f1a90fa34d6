"""Where the screens' tables come from: the embedded database, where the window's matches are too, or a server."""

from __future__ import annotations

import argparse
import threading
from typing import TYPE_CHECKING

from quincunx.clients.table import Table
from quincunx.clients.terminal.books import LocalBooks
from quincunx.clients.terminal.columns import Row, history_row
from quincunx.clients.terminal.courier import CourierTable
from quincunx.clients.terminal.house import database_of, open_house, require_folder
from quincunx.clients.terminal.seating import Luck, how_to_resume
from quincunx.clients.terminal.settings import Settings, Waiting
from quincunx.clients.terminal.visiting import Visit, last_server
from quincunx.play.seats import FRIEND
from quincunx.search.levels import LEVELS

if TYPE_CHECKING:
    from quincunx.clients.local.house import House

MOST = 20  # matches to choose from: whoever has left more finds the others by their id


class Keeper:
    """Opens matches. The database is opened with the first: who only looks at the menu writes nothing."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        require_folder(arguments)
        self._arguments = arguments
        self._opening = threading.Lock()
        self._house: House | None = None
        self._visits: list[Visit] = []

    def open(self, settings: Settings) -> Table:
        """A new match with these settings, on the disk."""
        from quincunx.clients.local.person import here
        from quincunx.clients.local.starting import seats_of, start_match

        house = self._opened()
        friend = settings.friend or FRIEND
        seats = seats_of(here(house), settings.bots, settings.level, side=settings.side, friend=friend)
        id = start_match(house, settings.game, seats, chosen=settings.chosen, clock=settings.clock, legs=settings.legs)
        return self._table(id, settings.seconds, settings.seed)

    def waiting(self) -> list[Waiting]:
        """The matches at this keyboard that were left, the latest first."""
        from quincunx.clients.local.person import known_here, was_here

        if not was_here(database_of(self._arguments)):
            return []
        house = self._opened()
        account = known_here(house)
        if account is None:
            return []
        left = LocalBooks(house, account).history(None, MOST, status=("running",))
        return [_waiting(history_row(match)) for match in left]

    def take_up(self, id: str) -> Table:
        """Go on with a match that was left."""
        return self._table(id, self._arguments.seconds, self._arguments.seed)

    @property
    def server(self) -> str:
        """The one that the command line names, or the last that was visited."""
        if self._arguments.online is None:
            return last_server()
        from quincunx.clients.remote import read_address

        return read_address(self._arguments.online).server

    def visit(self, url: str) -> Visit:
        """Enter a server; the line stays until the end."""
        visit = Visit(url)
        self._visits.append(visit)
        return visit

    def how_to_resume(self, table: Table) -> str:
        """The command that goes on with a match; an id may begin with a dash."""
        if isinstance(table, CourierTable):
            return f"quincunx play --online {table.server} --resume={table.id}"
        return f"{how_to_resume(self._arguments)}={table.id}"

    def close(self) -> None:
        """Hang up, and let the database go."""
        for visit in self._visits:
            visit.close()
        if self._house is not None:
            self._house.close()

    def _opened(self) -> House:
        with self._opening:
            if self._house is None:
                self._house = open_house(self._arguments)
            return self._house

    def _table(self, id: str, seconds: float, seed: int | None) -> Table:
        from quincunx.clients.local.person import here
        from quincunx.clients.local.table import LocalTable

        house = self._opened()
        return LocalTable(house, id, here(house).id, bot_seconds=seconds, agents=Luck(seed))


def _waiting(row: Row) -> Waiting:
    bots = {f"level {level.number}": f"{level.name} ({level.number})" for level in LEVELS}
    other = bots.get(row.other, row.other)
    return Waiting(row.id, f"{row.game} against {other}", f"Last played {row.when}")
