"""Tables for the screens: matches in the embedded database, where the window's are too."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from quincunx.clients.table import Table
from quincunx.clients.terminal.mine import open_house
from quincunx.clients.terminal.seating import Luck
from quincunx.clients.terminal.settings import Settings

if TYPE_CHECKING:
    from quincunx.clients.local.house import House


class Keeper:
    """Opens new matches. The database is opened with the first: who only looks at the menu writes nothing."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        self._arguments = arguments
        self._house: House | None = None

    def open(self, settings: Settings) -> Table:
        """A new match with these settings, on the disk."""
        from quincunx.clients.local.person import here
        from quincunx.clients.local.starting import seats_of, start_match
        from quincunx.clients.local.table import LocalTable

        if self._house is None:
            self._house = open_house(self._arguments)
        account = here(self._house)
        seats = seats_of(account, settings.bots, settings.level)
        id = start_match(self._house, settings.game, seats, chosen=settings.chosen, clock=self._arguments.clock)
        return LocalTable(self._house, id, account.id, bot_seconds=settings.seconds, agents=Luck(settings.seed))

    def close(self) -> None:
        """Let the database go."""
        if self._house is not None:
            self._house.close()
