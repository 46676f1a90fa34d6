"""The pool: those who wait for an opponent, paired by the pure function of play/pairing.py."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import NamedTuple

from quincunx.play.pairing import Seek, pairs, wanted
from quincunx.play.refused import Refused
from quincunx.server.live.founding import derived_id
from quincunx.store.accounts import Account

log = logging.getLogger("quincunx.live")

MOST_SEEKS = 8  # of one account
EVERY = 1.0  # second: windows have widened by then
MOST_GONE = 1_000  # seeks that are remembered by who made them, for those whose list is older


class _Gone(NamedTuple):
    """Whose a seek was, and the seek that took it from the list, if one did."""

    account: Account
    taken_by: str = ""


class Pool:
    """Who waits. A seek lives as long as its connection: somebody who has gone is never paired."""

    def __init__(
        self, now: Callable[[], int], pair: Callable[[Seek, Seek, tuple[Account, Account]], Awaitable[None]]
    ) -> None:
        self._now = now
        self._pair = pair
        self._seeks: dict[str, tuple[Seek, Account]] = {}
        self._pairing: dict[str, tuple[Seek, Account]] = {}  # those for whom a match is being made
        self._gone: dict[str, _Gone] = {}  # by the id on the list
        self._wake = asyncio.Event()

    def __len__(self) -> int:
        return len(self._seeks)

    def waiting(self) -> list[tuple[Seek, Account]]:
        """Who waits, and for what."""
        return list(self._seeks.values())

    def add(self, seek: Seek, account: Account) -> None:
        """Somebody waits from now on; the same seek again changes nothing."""
        others = [id for id, (known, _) in self._seeks.items() if known.account == seek.account and id != seek.id]
        if len(others) >= MOST_SEEKS:
            raise Refused("too_many", f"{MOST_SEEKS} seeks at once are enough.")
        self._seeks.setdefault(seek.id, (seek, account))
        self._wake.set()

    def remove(self, *ids: str) -> None:
        """Somebody waits no more."""
        for id in ids:
            known = self._seeks.pop(id, None) or self._pairing.pop(id, None)
            if known is not None:
                self._remember(known)

    async def take(self, listed: str, seek: Seek, account: Account) -> None:
        """Pair somebody with the seek that he has taken from the list, however far apart the two are.

        Asked for again with the same seek, it is done already.
        """
        gone = self._gone.get(listed)
        if gone is not None and gone.taken_by == seek.id:
            return
        found = next((known for known in self._seeks.values() if listed_id(known[0]) == listed), None)
        if found is None:
            name = "This player" if gone is None else gone.account.name
            raise Refused("gone", f"{name} is no longer looking for a game.")
        sought, other = found
        if sought.account == seek.account:
            raise Refused("own_match", "Nobody plays against himself here.")
        if wanted(sought) != wanted(seek):
            raise Refused("invalid", f"{other.name} wants to play with other settings.")
        await self._make(sought, seek, (other, account))
        self._remember(found, seek.id)

    def forget(self, account: str) -> None:
        """An account is no more."""
        self._gone = {id: gone for id, gone in self._gone.items() if gone.account.id != account}

    def _remember(self, sought: tuple[Seek, Account], taken_by: str = "") -> None:
        self._gone[listed_id(sought[0])] = _Gone(sought[1], taken_by)
        while len(self._gone) > MOST_GONE:
            del self._gone[next(iter(self._gone))]

    async def run(self) -> None:
        """Pair people until cancelled."""
        while True:
            await self._wake.wait()
            try:
                await self._round()
            except Exception:
                log.exception("pool")
            if not self._seeks:
                self._wake.clear()
                continue
            await asyncio.sleep(EVERY)

    async def _round(self) -> None:
        for first, second in pairs([seek for seek, _ in self._seeks.values()], self._now()):
            if first.id not in self._seeks or second.id not in self._seeks:
                continue  # gone while another pair was made
            accounts = self._seeks[first.id][1], self._seeks[second.id][1]
            await self._make(first, second, accounts)

    async def _make(self, first: Seek, second: Seek, accounts: tuple[Account, Account]) -> None:
        """The match of the two. Who plays seeks no more, on whatever device."""
        both = first.account, second.account
        taken = {id: sought for id, sought in self._seeks.items() if sought[0].account in both}
        self._seeks = {id: sought for id, sought in self._seeks.items() if id not in taken}
        self._pairing |= taken
        try:
            await self._pair(first, second, accounts)
        except BaseException:
            stayed = {id: sought for id, sought in taken.items() if id in self._pairing}
            self._seeks = stayed | self._seeks  # they wait on, unless they have gone meanwhile
            raise
        finally:
            self._pairing = {id: sought for id, sought in self._pairing.items() if id not in taken}
        for sought in taken.values():
            self._remember(sought)


def listed_id(seek: Seek) -> str:
    """The seek's id on the lobby's list: a client's own id is nobody else's business."""
    return derived_id(seek.id, str(seek.since))
