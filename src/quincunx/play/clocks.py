"""Clocks of a match, in whole milliseconds. They run by turn, whatever number of actions a turn takes.

    none      nobody is in a hurry
    turn      so many seconds for every turn
    fischer   a stock of seconds, and an increment for every turn made
    days      so many days for every turn

A pass that the match plays for somebody who has nothing to play takes no time and earns no increment.

What running out means is the game's word where the turn's time runs out (`turn`, `days`): a game whose states accept a
timeout passes the turn, in all others the match is lost. A Fischer clock is for the whole match: it is always lost.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct, convert, structs

from quincunx.core.sides import Side
from quincunx.core.spec import Spec

SECOND = 1000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR


class Untimed(Struct, frozen=True, tag_field="kind", tag="none"):
    """No clock."""


class PerTurn(Struct, frozen=True, tag_field="kind", tag="turn"):
    """The same time for every turn."""

    seconds: Annotated[int, Meta(ge=1, le=3600)]


class Fischer(Struct, frozen=True, tag_field="kind", tag="fischer"):
    """A stock, and an increment after each turn."""

    seconds: Annotated[int, Meta(ge=1, le=6 * 3600)]
    increment: Annotated[int, Meta(ge=0, le=300)]


class Days(Struct, frozen=True, tag_field="kind", tag="days"):
    """Days for every turn."""

    days: Annotated[int, Meta(ge=1, le=30)]


Clock = Untimed | PerTurn | Fischer | Days


def usual_clock(spec: Spec) -> Clock | None:
    """The clock of a match of a game unless another is chosen; None where the game has no usual one."""
    if spec.usual_clock is None:
        return None
    clock: Clock = convert(spec.usual_clock, Clock)
    return clock


class Times(Struct, frozen=True):
    """What each side had left when the turn began, whose clock runs (None: nobody's), and since when."""

    left: tuple[int, int] | None
    running: Side | None = None
    since: int = 0

    def remaining(self, side: int, now: int) -> int | None:
        """What a side has left now; None without a clock."""
        if self.left is None:
            return None
        spent = max(0, now - self.since) if self.running == side else 0
        return max(0, self.left[side] - spent)

    def deadline(self) -> int | None:
        """When the running clock will have run out."""
        if self.left is None or self.running is None:
            return None
        return self.since + self.left[self.running]

    def later(self, lost: int) -> Times:
        """The running clock has not counted so much of the time that went by."""
        return structs.replace(self, since=self.since + lost)

    def stopped(self, now: int) -> Times:
        """Nobody's clock runs any more, and what was spent is spent."""
        if self.left is None or self.running is None:
            return Times(self.left)
        return Times((self.remaining(0, now) or 0, self.remaining(1, now) or 0))


def at_the_start(clock: Clock) -> Times:
    """Both sides have all their time, and no clock runs."""
    stock = allowance(clock)
    return Times(None if stock is None else (stock, stock))


def allowance(clock: Clock) -> int | None:
    """What a side has to begin with, and for each turn where it is the turn's time; None without a clock."""
    match clock:
        case PerTurn(seconds) | Fischer(seconds, _):
            return seconds * SECOND
        case Days(days):
            return days * DAY
    return None


def begin_turn(clock: Clock, times: Times, side: int, now: int) -> Times:
    """The side's clock runs from now on, with a turn's fresh time where there is one."""
    stopped = times.stopped(now)
    if isinstance(clock, PerTurn | Days):
        stopped = _set(stopped, side, allowance(clock) or 0)
    return structs.replace(stopped, running=side, since=now)


def end_turn(clock: Clock, times: Times, now: int) -> Times:
    """The running clock stops at the end of a turn that was made in time, and gets its increment."""
    side, stopped = times.running, times.stopped(now)
    if stopped.left is None or side is None:
        return stopped
    match clock:
        case Fischer(_, increment):
            return _set(stopped, side, stopped.left[side] + increment * SECOND)
        case PerTurn() | Days():
            return _set(stopped, side, allowance(clock) or 0)
    return stopped


def turn_timed(clock: Clock) -> bool:
    """Whether it is the turn's time that runs out, not the match's."""
    return isinstance(clock, PerTurn | Days)


def grace(clock: Clock) -> int | None:
    """How long a player may be away before the other may claim; None where the clock itself settles it."""
    match clock:
        case PerTurn(seconds):
            return max(MINUTE, 2 * seconds * SECOND)
        case Fischer(seconds, increment):
            expected = (seconds + 40 * increment) * SECOND
            return min(5 * MINUTE, max(MINUTE // 2, expected // 10))
        case Days():
            return None
    return DAY


def _set(times: Times, side: int, value: int) -> Times:
    first, second = times.left or (0, 0)
    return structs.replace(times, left=(value, second) if side == 0 else (first, value))
