"""The store: work on the database, one unit at a time.

    store = Store(url)
    version = await store.write(lambda unit: unit.log.append(match, after=7, events=[...], at=now))
    log = await store.read(lambda unit: unit.log.read(match))

The work is a plain function that takes a unit and runs in a thread: it cannot await anything else while it uses the
database. Its changes are on disk when `write` returns; an error in it undoes all of them. While the database does not
answer, or the disk is full, both raise Unavailable.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import cached_property
from typing import TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError, TimeoutError

from quincunx.store.accounts import Accounts
from quincunx.store.api_tokens import Tokens
from quincunx.store.audit import Audit
from quincunx.store.backend import open_backend
from quincunx.store.bans import Bans
from quincunx.store.emails import EmailAddresses
from quincunx.store.engine import read_url
from quincunx.store.jobs import Jobs
from quincunx.store.log import Log
from quincunx.store.matches import Matches
from quincunx.store.outage import unavailable
from quincunx.store.passkeys import Passkeys
from quincunx.store.processes import Processes
from quincunx.store.puzzles import Puzzles
from quincunx.store.recovery_codes import RecoveryCodes
from quincunx.store.reports import Reports
from quincunx.store.results import Results
from quincunx.store.reviews import Reviews
from quincunx.store.roles import Roles
from quincunx.store.second_factors import SecondFactors
from quincunx.store.seeks import Seeks
from quincunx.store.sessions import Sessions
from quincunx.store.tickets import Tickets

T = TypeVar("T")


class Unit:
    """Access to the database for a piece of work, within one transaction."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection

    @cached_property
    def log(self) -> Log:
        """The events of all matches."""
        return Log(self.connection)

    @cached_property
    def matches(self) -> Matches:
        """The headers of all matches."""
        return Matches(self.connection)

    @cached_property
    def jobs(self) -> Jobs:
        """Jobs to do later."""
        return Jobs(self.connection)

    @cached_property
    def processes(self) -> Processes:
        """The processes of the site."""
        return Processes(self.connection)

    @cached_property
    def seeks(self) -> Seeks:
        """The seeks of the pool."""
        return Seeks(self.connection)

    @cached_property
    def accounts(self) -> Accounts:
        """All accounts."""
        return Accounts(self.connection)

    @cached_property
    def sessions(self) -> Sessions:
        """Sessions of logged-in accounts."""
        return Sessions(self.connection)

    @cached_property
    def tokens(self) -> Tokens:
        """API tokens."""
        return Tokens(self.connection)

    @cached_property
    def passkeys(self) -> Passkeys:
        """Passkeys for logging in."""
        return Passkeys(self.connection)

    @cached_property
    def second_factors(self) -> SecondFactors:
        """Second factors for logging in."""
        return SecondFactors(self.connection)

    @cached_property
    def recovery_codes(self) -> RecoveryCodes:
        """Recovery codes."""
        return RecoveryCodes(self.connection)

    @cached_property
    def emails(self) -> EmailAddresses:
        """E-mail addresses."""
        return EmailAddresses(self.connection)

    @cached_property
    def tickets(self) -> Tickets:
        """Tickets for the steps of logging in and recovery."""
        return Tickets(self.connection)

    @cached_property
    def results(self) -> Results:
        """Stats and ratings."""
        return Results(self.connection)

    @cached_property
    def puzzles(self) -> Puzzles:
        """Attempts at puzzles, and ratings for them."""
        return Puzzles(self.connection)

    @cached_property
    def reviews(self) -> Reviews:
        """Reviews of matches."""
        return Reviews(self.connection)

    @cached_property
    def roles(self) -> Roles:
        """Roles of moderators and admins."""
        return Roles(self.connection)

    @cached_property
    def bans(self) -> Bans:
        """Bans of accounts."""
        return Bans(self.connection)

    @cached_property
    def reports(self) -> Reports:
        """Complaints by players."""
        return Reports(self.connection)

    @cached_property
    def audit(self) -> Audit:
        """What moderators, admins and the operator have done."""
        return Audit(self.connection)

    def allow_pauses(self) -> None:
        """Allow this unit to compute for long between statements, which ends other units (`backend.UNATTENDED`)."""
        if self.connection.dialect.name == "postgresql":
            self.connection.exec_driver_sql("SET LOCAL idle_in_transaction_session_timeout = 0")


class Store:
    """A database, which must be at this program's version (see `upgrade`)."""

    def __init__(self, url: str) -> None:
        self._backend = open_backend(read_url(url))

    async def read(self, work: Callable[[Unit], T]) -> T:
        """Do read-only work on a consistent snapshot, and return its result."""
        try:
            return await self._backend.read(lambda connection: work(Unit(connection)))
        except (DBAPIError, TimeoutError) as error:
            raise unavailable(error) or error from error

    async def write(self, work: Callable[[Unit], T]) -> T:
        """Do the work, all or nothing, and return its result once the changes are on disk."""
        try:
            return await self._backend.write(lambda connection: work(Unit(connection)))
        except (DBAPIError, TimeoutError) as error:
            raise unavailable(error) or error from error

    @property
    def has_clock(self) -> bool:
        """Whether the database has a clock of its own, which it needs if it may be on another machine."""
        return self._backend.clock is not None

    async def time(self) -> int:
        """The time according to the database's clock, in milliseconds."""
        assert self._backend.clock is not None
        query = self._backend.clock
        time: int = await self.read(lambda unit: unit.connection.exec_driver_sql(query).scalar_one())
        return time

    async def close(self) -> None:
        """Finish pending work and close all connections."""
        await asyncio.to_thread(self._backend.close)
