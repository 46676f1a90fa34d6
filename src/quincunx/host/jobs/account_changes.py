"""Updates the live server after an account was banned, renamed, logged out or deleted, in any process."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress

from quincunx.host.referee import Referee
from quincunx.play.commands import Abort, Resign
from quincunx.play.errors import Refused
from quincunx.store.jobs import Job
from quincunx.store.matches import Header
from quincunx.store.store import Store, Unit


class AccountChanges:
    """Does the jobs that `store.moderation` puts."""

    def __init__(
        self, store: Store, referee: Referee, now: Callable[[], int], forget: Callable[[str], Awaitable[None]]
    ) -> None:
        self._store = store
        self._referee = referee
        self._now = now
        self._forget = forget

    async def do(self, job: Job) -> None:
        """Close the account's connections and reread its name. A banned or deleted account gives up its matches."""
        await self._forget(job.subject)
        seen: set[str] = set()
        while left := [header for header in await self._left(job.subject) if header.id not in seen]:
            for header in left:  # the first of two games may lead to the second
                seen.add(header.id)
                await self._give_up(header, job)
        await self._store.write(lambda unit: unit.jobs.done(job))

    async def _left(self, account: str) -> list[Header]:
        """The matches that a banned or deleted account leaves behind."""

        def work(unit: Unit) -> list[Header]:
            is_deleted = unit.accounts.kind(account) in ("deleted", None)
            is_gone = is_deleted or unit.bans.of(account, self._now()) is not None
            return unit.matches.of_account(account, status=("open", "running"), most=None) if is_gone else []

        return await self._store.read(work)

    async def _give_up(self, header: Header, job: Job) -> None:
        command = Resign() if header.status == "running" else Abort()
        with suppress(Refused):  # it has ended meanwhile
            await self._referee.ask(header.id, job.subject, command, f"gone {job.due}")
