"""The pool of players who wait for an opponent, paired by the pure function in play/pairing.py."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable
from typing import NamedTuple

from quincunx.host.match_creation import derived_id
from quincunx.play.errors import Refused
from quincunx.play.pairing import Seek, pairs, wanted
from quincunx.protocol.accounts import Account
from quincunx.words import Text, phrase

log = logging.getLogger("quincunx.host")

MOST_SEEKS = 8  # per account
EVERY = 1.0  # seconds between rounds: rating windows have widened by then
MOST_PAIRS = 200  # found at once: creating their matches takes longer
MOST_GONE = 1_000  # former seeks whose owners are remembered, for clients with an older list

Sought = tuple[Seek, Account]


class _Gone(NamedTuple):
    """The account of a former seek, and the seek that took it, if there was one."""

    account: Account
    taken_by: str = ""


class WaitingSeeks:
    """The waiting seeks, by id, by the id on the lobby's list, and by account."""

    def __init__(self) -> None:
        self._seeks: dict[str, Sought] = {}
        self._listed: dict[str, str] = {}  # the seek's id by its id on the list
        self._accounts: defaultdict[str, set[str]] = defaultdict(set)  # the seeks of each account

    def __len__(self) -> int:
        return len(self._seeks)

    def __contains__(self, id: str) -> bool:
        return id in self._seeks

    def __getitem__(self, id: str) -> Sought:
        return self._seeks[id]

    def all(self) -> list[Sought]:
        """All waiting seeks, with their accounts."""
        return list(self._seeks.values())

    def add(self, sought: Sought) -> None:
        """Add a seek."""
        seek = sought[0]
        self._seeks[seek.id] = sought
        self._listed[listed_id(seek)] = seek.id
        self._accounts[seek.account].add(seek.id)

    def pop(self, id: str) -> Sought | None:
        """Remove a seek and return it; None if it is not here."""
        sought = self._seeks.pop(id, None)
        if sought is not None:
            seek = sought[0]
            del self._listed[listed_id(seek)]
            self._accounts[seek.account].discard(id)
            if not self._accounts[seek.account]:
                del self._accounts[seek.account]
        return sought

    def listed(self, listed: str) -> Sought | None:
        """The seek with that id on the list; None if there is none."""
        return self._seeks.get(self._listed.get(listed, ""))

    def of(self, account: str) -> set[str]:
        """The seeks of an account."""
        return set(self._accounts.get(account, ()))


class SeekPool:
    """The pool. A seek lives as long as its connection, so players who have left are never paired."""

    def __init__(
        self, now: Callable[[], int], pair: Callable[[Seek, Seek, tuple[Account, Account]], Awaitable[None]]
    ) -> None:
        self._now = now
        self._pair = pair
        self._seeks = WaitingSeeks()
        self._pairing: dict[str, Sought] = {}  # seeks whose match is being created
        self._gone: dict[str, _Gone] = {}  # by the id on the list
        self._wake = asyncio.Event()

    def __len__(self) -> int:
        return len(self._seeks)

    def waiting(self) -> list[Sought]:
        """The waiting seeks, with their accounts."""
        return self._seeks.all()

    def add(self, seek: Seek, account: Account) -> None:
        """Add a seek; adding it again changes nothing."""
        if len(self._seeks.of(seek.account) - {seek.id}) >= MOST_SEEKS:
            raise Refused("too_many", phrase("host.seek.too_many", count=MOST_SEEKS))
        if seek.id not in self._seeks:
            self._seeks.add((seek, account))
        self._wake.set()

    def remove(self, *ids: str) -> None:
        """Remove seeks."""
        for id in ids:
            known = self._seeks.pop(id) or self._pairing.pop(id, None)
            if known is not None:
                self._remember(known)

    async def take(self, listed: str, seek: Seek, account: Account) -> None:
        """Pair a player with the seek they chose from the list, however far apart the two ratings are.

        Calling it again with the same seek changes nothing.
        """
        gone = self._gone.get(listed)
        if gone is not None and gone.taken_by == seek.id:
            return
        found = self._seeks.listed(listed)
        if found is None:
            raise Refused("gone", _no_longer_there(gone))
        sought, other = found
        if sought.account == seek.account:
            raise Refused("own_match", phrase("play.refused.own_match"))
        if wanted(sought) != wanted(seek):
            raise Refused("invalid", phrase("host.seek.other_settings", name=other.name))
        await self._make(sought, seek, (other, account))
        self._remember(found, seek.id)

    def forget(self, account: str) -> None:
        """Forget the former seeks of a deleted or renamed account."""
        self._gone = {id: gone for id, gone in self._gone.items() if gone.account.id != account}

    def _remember(self, sought: Sought, taken_by: str = "") -> None:
        self._gone[listed_id(sought[0])] = _Gone(sought[1], taken_by)
        while len(self._gone) > MOST_GONE:
            del self._gone[next(iter(self._gone))]

    async def run(self) -> None:
        """Pair players until cancelled."""
        while True:
            await self._wake.wait()
            try:
                await self.round()
            except Exception:
                log.exception("pool")
            if not len(self._seeks):
                self._wake.clear()
                continue
            await asyncio.sleep(EVERY)

    async def round(self) -> None:
        """Pair the players who match now."""
        found = self._found()
        while found:
            for first, second in found:
                if first.id not in self._seeks or second.id not in self._seeks:
                    continue  # gone while another pair was made
                await self._make(first, second, (self._seeks[first.id][1], self._seeks[second.id][1]))
            found = self._found() if len(found) == MOST_PAIRS else []

    def _found(self) -> list[tuple[Seek, Seek]]:
        """The next pairs, no more than can be found at once without blocking others."""
        return pairs([seek for seek, _ in self._seeks.all()], self._now(), MOST_PAIRS)

    async def _make(self, first: Seek, second: Seek, accounts: tuple[Account, Account]) -> None:
        """Create the match of two seeks, and remove all other seeks of both accounts."""
        ids = self._seeks.of(first.account) | self._seeks.of(second.account)
        taken = {id: sought for id in sorted(ids) if (sought := self._seeks.pop(id)) is not None}
        self._pairing |= taken
        try:
            await self._pair(first, second, accounts)
        except BaseException:
            for id, sought in taken.items():
                if id in self._pairing:  # they keep waiting, unless they have left meanwhile
                    self._seeks.add(sought)
            raise
        finally:
            self._pairing = {id: sought for id, sought in self._pairing.items() if id not in taken}
        for sought in taken.values():
            self._remember(sought)


def _no_longer_there(gone: _Gone | None) -> Text:
    """The text that a seek is no longer on the list, with its owner's name if that is remembered."""
    if gone is None:
        return phrase("host.seek.gone_unknown")
    return phrase("host.seek.gone", name=gone.account.name)


def listed_id(seek: Seek) -> str:
    """The seek's id on the lobby's list, which does not reveal the client's own id."""
    return derived_id(seek.id, str(seek.since))
