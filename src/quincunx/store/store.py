"""The store: work on the database, one unit at a time.

    store = Store(url)
    version = await store.write(lambda unit: unit.log.append(match, after=7, events=[...], at=now))
    log = await store.read(lambda unit: unit.log.read(match))

The work is a plain function of a unit and is run in a thread: it cannot wait for anything else while it holds the
database. What it wrote is on the disk when `write` returns; an error in it undoes all of it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import cached_property
from typing import TypeVar

from sqlalchemy import Connection

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
from quincunx.store.passkeys import Passkeys
from quincunx.store.puzzles import Puzzles
from quincunx.store.recovery_codes import RecoveryCodes
from quincunx.store.reports import Reports
from quincunx.store.results import Results
from quincunx.store.reviews import Reviews
from quincunx.store.roles import Roles
from quincunx.store.second_factors import SecondFactors
from quincunx.store.sessions import Sessions
from quincunx.store.tickets import Tickets

T = TypeVar("T")


class Unit:
    """What a piece of work may touch, all within one transaction."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection

    @cached_property
    def log(self) -> Log:
        """The events of every match."""
        return Log(self.connection)

    @cached_property
    def matches(self) -> Matches:
        """The matches' headers."""
        return Matches(self.connection)

    @cached_property
    def jobs(self) -> Jobs:
        """What must happen later."""
        return Jobs(self.connection)

    @cached_property
    def accounts(self) -> Accounts:
        """Everybody who plays here."""
        return Accounts(self.connection)

    @cached_property
    def sessions(self) -> Sessions:
        """Who is logged in where."""
        return Sessions(self.connection)

    @cached_property
    def tokens(self) -> Tokens:
        """Keys for programs."""
        return Tokens(self.connection)

    @cached_property
    def passkeys(self) -> Passkeys:
        """Keys that log people in."""
        return Passkeys(self.connection)

    @cached_property
    def second_factors(self) -> SecondFactors:
        """What a log-in asks for besides the password."""
        return SecondFactors(self.connection)

    @cached_property
    def recovery_codes(self) -> RecoveryCodes:
        """For whoever has lost something."""
        return RecoveryCodes(self.connection)

    @cached_property
    def emails(self) -> EmailAddresses:
        """Where mails go."""
        return EmailAddresses(self.connection)

    @cached_property
    def tickets(self) -> Tickets:
        """What stands between two steps."""
        return Tickets(self.connection)

    @cached_property
    def results(self) -> Results:
        """Stats and ratings."""
        return Results(self.connection)

    @cached_property
    def puzzles(self) -> Puzzles:
        """Puzzles that people have tried."""
        return Puzzles(self.connection)

    @cached_property
    def reviews(self) -> Reviews:
        """Matches looked at again."""
        return Reviews(self.connection)

    @cached_property
    def roles(self) -> Roles:
        """Who may look after the others."""
        return Roles(self.connection)

    @cached_property
    def bans(self) -> Bans:
        """Who may not play here."""
        return Bans(self.connection)

    @cached_property
    def reports(self) -> Reports:
        """What players have complained about."""
        return Reports(self.connection)

    @cached_property
    def audit(self) -> Audit:
        """What moderators, admins and the operator have done."""
        return Audit(self.connection)


class Store:
    """A database that is at this program's version (see `upgrade`)."""

    def __init__(self, url: str) -> None:
        self._backend = open_backend(read_url(url))

    async def read(self, work: Callable[[Unit], T]) -> T:
        """What the work finds, all of it at one moment."""
        return await self._backend.read(lambda connection: work(Unit(connection)))

    async def write(self, work: Callable[[Unit], T]) -> T:
        """Do the work, all of it or nothing; returns when it is on the disk."""
        return await self._backend.write(lambda connection: work(Unit(connection)))

    async def close(self) -> None:
        """Finish what was asked for, and let every connection go."""
        await asyncio.to_thread(self._backend.close)
