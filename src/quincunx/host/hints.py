"""Hints: each position is searched once, and each account has one search at a time."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager

from quincunx.core.state import State
from quincunx.host.account_turns import AccountTurns
from quincunx.host.bot_workers import BotWorkers
from quincunx.host.fair_shares import FairShares, ShareQueue

MOST_KNOWN = 1000  # the latest ones, for clients that lost the answer and ask again


class Hints:
    """What the strongest bot would play. A few run at once; accounts that have used least recently come first."""

    def __init__(self, workers: BotWorkers, shares: FairShares, turns: AccountTurns) -> None:
        self._workers = workers
        self._queue = ShareQueue(shares, workers.advisers)
        self._known: dict[tuple[str, int], str] = {}  # actions, by match and position
        self._turns = turns

    def turn(self, account: str) -> AbstractAsyncContextManager[None]:
        """Wait until none of the account's other hints is being computed, and make those that follow wait."""
        return self._turns.turn(account)

    async def best(self, account: str, match: str, position: int, state: State) -> str:
        """The best action in a position of a match, from the cache or from a search."""
        if (match, position) not in self._known:
            async with self._queue.turn(account):
                self._known[match, position] = state.text(await self._workers.advise(state))
            if len(self._known) > MOST_KNOWN:
                del self._known[next(iter(self._known))]
        return self._known[match, position]
