"""The pool: those who wait for an opponent, paired by the pure function of play/pairing.py."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from quincunx.play.pairing import Seek, pairs
from quincunx.play.refused import Refused
from quincunx.store.accounts import Account

log = logging.getLogger("quincunx.live")

MOST_SEEKS = 8  # of one account
EVERY = 1.0  # second: windows have widened by then


class Pool:
    """Who waits. A seek lives as long as its connection: somebody who has gone is never paired."""

    def __init__(
        self, now: Callable[[], int], pair: Callable[[Seek, Seek, tuple[Account, Account]], Awaitable[None]]
    ) -> None:
        self._now = now
        self._pair = pair
        self._seeks: dict[str, tuple[Seek, Account]] = {}
        self._pairing: dict[str, tuple[Seek, Account]] = {}  # those for whom a match is being made
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
            self._seeks.pop(id, None)
            self._pairing.pop(id, None)

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
            self._take(first.account, second.account)
            try:
                await self._pair(first, second, accounts)
            except BaseException:
                self._seeks = self._pairing | self._seeks  # they wait on, unless they have gone meanwhile
                raise

    def _take(self, *accounts: str) -> None:
        """Who plays seeks no more, on whatever device."""
        self._pairing = {id: sought for id, sought in self._seeks.items() if sought[0].account in accounts}
        self._seeks = {id: sought for id, sought in self._seeks.items() if id not in self._pairing}
