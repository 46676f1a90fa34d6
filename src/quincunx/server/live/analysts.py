"""Live analysis: one position an account at a time, a few at once, and none for somebody who is gone."""

from __future__ import annotations

import asyncio
import logging

from quincunx.core import clock
from quincunx.core.state import State
from quincunx.play.errors import Refused
from quincunx.search.analysis import Finding
from quincunx.search.chances import scale_of, tenths
from quincunx.search.worker_process import Work
from quincunx.search.worker_tasks import Look
from quincunx.server.live import messages
from quincunx.server.live.connection import Connection
from quincunx.server.live.staff import Staff

log = logging.getLogger("quincunx.live")

MOST_WAITING = 64  # people
FAIR = 5.0  # seconds: after that, one who looks makes room for one who waits
AGAIN = 0.1  # seconds, until it is seen to again


class Looking:
    """Somebody looks at a position."""

    def __init__(self, connection: Connection, id: str, look: Look) -> None:
        self.connection = connection
        self.id = id  # of the message that asked for it
        self.state = look.state
        self.work = Work(look)
        self.wanted = True

    def say(self, found: Finding) -> None:
        """Tell what was found, while anybody wants to know."""
        if self.wanted:
            self.connection.say(told(self.id, self.state, found))

    def drop(self) -> None:
        """Nobody wants to know any more."""
        self.wanted = False
        self.work.stop()


class Analysts:
    """So many looks at once. Whoever looks already looks at something else instead."""

    def __init__(self, count: int, most_seconds: float) -> None:
        self._staff = Staff(count, "analyst")
        self._most_seconds = most_seconds
        self._looks: dict[str, Looking] = {}  # by account
        self._unfinished: set[Looking] = set()  # those that nobody wants any more included, until they have ended
        self._room: asyncio.TimerHandle | None = None

    def __len__(self) -> int:
        return len(self._unfinished)

    def begin(self, connection: Connection, message: messages.Analyse, state: State) -> None:
        """Look at a position, or wait until there is room."""
        self.halt(connection.account)
        if len(self._unfinished) >= MOST_WAITING:
            raise crowded()
        look = Looking(connection, message.id, Look(state, message.lines, min(message.seconds, self._most_seconds)))
        self._looks[connection.account] = look
        self._unfinished.add(look)
        self._staff.do(look.work, look.say).add_done_callback(lambda done: self._done(look, done))
        self._make_room()

    def halt(self, account: str) -> None:
        """No more of what an account looks at."""
        look = self._looks.pop(account, None)
        if look is not None:
            look.drop()

    def leave(self, connection: Connection) -> None:
        """A line is closed, and with it what it was to be told."""
        look = self._looks.get(connection.account)
        if look is not None and look.connection is connection:
            self.halt(connection.account)

    def stop(self) -> None:
        """Let everything come to an end soon."""
        for account in list(self._looks):
            self.halt(account)
        if self._room is not None:
            self._room.cancel()
        self._staff.stop()

    def _done(self, look: Looking, done: asyncio.Future[None]) -> None:
        self._unfinished.discard(look)
        if self._looks.get(look.connection.account) is look:
            del self._looks[look.connection.account]
        if not done.cancelled() and done.exception() is not None:
            log.error("analysis failed", exc_info=done.exception())

    def _make_room(self) -> None:
        """While somebody waits, the one who has looked longest makes room once that has been long enough."""
        if self._room is not None:
            self._room.cancel()
            self._room = None
        began = {look: look.work.begun for look in self._looks.values() if look.work.begun is not None}
        if len(began) == len(self._looks):
            return
        left = AGAIN
        if began:
            oldest = min(began, key=lambda look: began[look])
            left = began[oldest] + FAIR - clock.now()
            if left <= 0:
                oldest.work.stop()
        self._room = asyncio.get_running_loop().call_later(max(left, AGAIN), self._make_room)


def crowded() -> Refused:
    """More look at positions than could be served soon."""
    return Refused("too_many", "Many look at positions just now: try again in a moment.")


def told(id: str, state: State, found: Finding) -> messages.Analysis:
    """A finding as it goes over the line."""
    lines = [
        messages.Found(
            action=state.text(line.actions[0]),
            actions=[state.text(action) for action in line.actions],
            cells=line.moves(),
            score=tenths(line.score),
            wins_in=line.wins_in,
            chance=round(line.chance, 4),
        )
        for line in found.lines
    ]
    unit = scale_of(state.game).unit
    return messages.Analysis(asked=id, depth=found.depth, nodes=found.nodes, done=found.done, unit=unit, lines=lines)
