"""A player's matches, ratings and export, from the embedded database or from a server."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Protocol

from quincunx.clients.terminal.input.database import add_database, missing, open_local_db, require_kept
from quincunx.clients.terminal.input.parser import Parser
from quincunx.clients.terminal.seats.server_login import known
from quincunx.core.errors import OptionError
from quincunx.words import phrase

if TYPE_CHECKING:
    from quincunx.clients.local.database import LocalDatabase
    from quincunx.play.match import Status
    from quincunx.protocol.accounts import Account
    from quincunx.protocol.matches import MatchShown
    from quincunx.protocol.ratings import Profile
    from quincunx.store.store import Unit

NOBODY = phrase("terminal.player.nobody")
LOGGED_OUT = phrase("terminal.player.logged_out")


class PlayerData(Protocol):
    """A player's data."""

    def profile(self) -> Profile:
        """The player's results and ratings."""

    def history(self, game: str | None, most: int) -> list[MatchShown]:
        """The player's latest matches, at most that many."""

    def export(self) -> dict[str, Any]:
        """Everything that is stored about the player."""


class LocalPlayerData:
    """The data of an account in the embedded database."""

    def __init__(self, local_db: LocalDatabase, account: Account) -> None:
        self._local_db = local_db
        self._account = account

    def profile(self) -> Profile:
        """The account's results and ratings."""
        from quincunx.store.profile import profile

        return self._local_db.read(lambda unit: profile(unit, self._account))

    def history(self, game: str | None, most: int, status: Sequence[Status] = ()) -> list[MatchShown]:
        """The account's latest matches, at most that many."""
        from quincunx.store.listing import shown

        def work(unit: Unit) -> list[MatchShown]:
            id = self._account.id
            return shown(unit, unit.matches.of_account(id, game=game, status=status, most=most), id)

        return self._local_db.read(work)

    def export(self) -> dict[str, Any]:
        """Everything that is stored about the account."""
        from quincunx.clients.local.database import now
        from quincunx.store.export import export

        return self._local_db.read(lambda unit: export(unit, self._account, now()))


def add_player(parser: Parser) -> None:
    """Add the arguments that select the local database or a server."""
    parser.add_argument("--online", metavar="URL", help="use this server instead of the local database")
    add_database(parser)


@contextmanager
def opened(arguments: argparse.Namespace) -> Iterator[PlayerData]:
    """Yield the data of the account that plays there; raises OptionError if there is none."""
    if arguments.online is not None:
        with known(arguments.online) as client:
            if not client.name:
                raise OptionError(phrase("terminal.player.nobody_there", server=shlex.quote(arguments.online)))
            yield client
        return
    require_kept(arguments)
    if missing(arguments) is not None:
        raise OptionError(NOBODY)
    with open_local_db(arguments) as local_db:
        yield LocalPlayerData(local_db, _account(local_db))


def _account(local_db: LocalDatabase) -> Account:
    from quincunx.clients.local.account import known_here

    account = known_here(local_db)
    if account is None:
        played = local_db.read(lambda unit: unit.matches.are_kept())
        raise OptionError(LOGGED_OUT if played else NOBODY)
    return account
