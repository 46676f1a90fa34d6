"""Chooses which bot's turn comes next: that of the waiting player who has used the bots least recently.

Ties go to the player waiting for the fewest turns, then to the turn that has been due the longest.

There is one more slot than there are bots that may think for long. It is reserved for bots that answer quickly, so that
their opponents never wait for other players' long turns. A process that has only that slot leaves long turns to others.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from functools import cache, partial

from quincunx.games import games
from quincunx.host.fair_shares import FairShares
from quincunx.host.host import Host
from quincunx.host.jobs import outbox
from quincunx.host.jobs.runner import JobRunner, Reservation
from quincunx.play.match import Match
from quincunx.play.seats import Person
from quincunx.search.levels import levels_of
from quincunx.store.jobs import DueTurn, Job
from quincunx.store.store import Store

QUICK_NODES = 5_000  # searching that many takes a few hundredths of a second
QUICK = 0.05  # seconds that such a turn is expected to take
MOST_LEAD = 2  # long turns: usage beyond that lead is not counted


@cache
def is_quick(game: str, bot: str) -> bool:
    """Whether a bot of the game answers at once, judging by its level."""
    spec = games().get(game)
    levels = levels_of(spec) if spec is not None else ()
    return any(f"level {level.number}" == bot and 0 < level.nodes <= QUICK_NODES for level in levels)


class BotScheduler:
    """Chooses among the bots' due turns, and has them played."""

    def __init__(
        self,
        store: Store,
        shares: FairShares,
        now: Callable[[], int],
        *,
        bots: int,
        seconds: float,
        do: Callable[[Job], Awaitable[None]],
    ) -> None:
        self._store = store
        self._shares = shares
        self._now = now
        self._bots = bots
        self._seconds = seconds
        self._do = do
        self._picked: dict[str, DueTurn] = {}
        self._admitted: list[DueTurn] = []  # turns with a reserved slot, until the search begins
        self._long = 0  # long turns that are being searched now

    @property
    def most(self) -> int:
        """How many turns may run at once."""
        return self._bots + 1

    async def pick(self, free: int) -> list[str]:
        """The matches whose bots come next, up to `free` of them."""
        now = self._now()
        waiting = await self._store.read(lambda unit: unit.jobs.waiting(outbox.BOT, now, free))
        room, planned, picked = self._room(), dict[str, float](), list[DueTurn]()
        used = self._leads(await self._shares.read([turn.account for turn in waiting]))

        def rank(turn: DueTurn) -> tuple[float, float, int, int]:
            party, own = used[turn.account]
            more = planned.get(turn.account, 0.0)
            return party + more, own + more, turn.turns, turn.due

        while len(picked) < free:
            fitting = [turn for turn in waiting if turn not in picked and (room > 0 or _is_quick(turn))]
            if not fitting:
                break
            first = min(fitting, key=rank)
            picked.append(first)
            planned[first.account] = planned.get(first.account, 0.0) + self._expected(first)
            room -= not _is_quick(first)
        self._picked = {turn.subject: turn for turn in picked}
        return list(self._picked)

    def reserve(self, runner: JobRunner, id: str, match: Match) -> Reservation | None:
        """Reserve a slot for the bot's current turn in the match; None if other turns are waiting for one."""
        turn = _turn(id, match, self._now())
        if self._room() <= 0 and not _is_quick(turn):
            return None

        async def do(job: Job) -> None:
            self._admitted.remove(turn)
            await self._think(turn, job)

        place = runner.reserve(do, on_cancel=lambda: self._admitted.remove(turn))
        if place is not None:
            self._admitted.append(turn)
        return place

    def _room(self) -> int:
        """How many more bots may start to think for long."""
        return self._bots - self._long - sum(not _is_quick(turn) for turn in self._admitted)

    async def do(self, job: Job) -> None:
        """Do the job of a turn that was picked."""
        await self._think(self._picked[job.subject], job)

    async def _think(self, turn: DueTurn, job: Job) -> None:
        """Let the bot take its turn, and charge the account that plays against it."""
        began, expected, long = time.monotonic(), self._expected(turn), not _is_quick(turn)
        self._long += long
        self._shares.charge(turn.account, expected)
        try:
            await self._do(job)
        finally:
            self._long -= long
            self._shares.charge(turn.account, time.monotonic() - began - expected)

    def _leads(self, used: dict[str, tuple[float, float]]) -> dict[str, tuple[float, float]]:
        """How much more each account has used than the least active one: by guests' networks, and by accounts.

        The lead is bounded; otherwise an account would have to wait until newcomers have used as much.
        """
        least = [min(each) for each in zip(*used.values(), strict=True)]
        most = MOST_LEAD * self._seconds
        return {
            account: (min(most, party - least[0]), min(most, own - least[1])) for account, (party, own) in used.items()
        }

    def _expected(self, turn: DueTurn) -> float:
        return QUICK if _is_quick(turn) else self._seconds


def add_bots(host: Host, shares: FairShares, *, bots: int, seconds: float) -> None:
    """Let a host play the bots' turns: those that are due, and immediately those that follow its own commits."""
    scheduler = BotScheduler(host.store, shares, host.now, bots=bots, seconds=seconds, do=host.handlers.do)
    runner = host.add_runner((outbox.BOT,), scheduler.most, host.bot_lease, scheduler.do, pick=scheduler.pick)
    host.referee.reserve_bot_turn = partial(scheduler.reserve, runner)


def _turn(id: str, match: Match, now: int) -> DueTurn:
    """The turn of the bot to move."""
    bot = match.bot_to_move()
    assert bot is not None
    account = next((seat.account for seat in match.seats if isinstance(seat, Person)), "")
    return DueTurn(id, now, account, bot.name, match.created.game, turns=1)


def _is_quick(turn: DueTurn) -> bool:
    return is_quick(turn.game, turn.bot)
