"""Clocks of a match, in whole milliseconds. They run per turn, however many actions a turn takes.

    none      no time limit
    turn      a number of seconds for every turn
    fischer   a number of seconds for the whole match, and an increment for every completed turn
    days      a number of days for every turn

A pass that the match plays for a player without a legal move takes no time and earns no increment.

If the time for a turn runs out (`turn`, `days`), the game decides what happens: if its states accept a timeout, the
turn is passed; otherwise the match is lost. A Fischer clock covers the whole match, so running out always loses it.
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
    """A number of seconds for the whole match, and an increment after each turn."""

    seconds: Annotated[int, Meta(ge=1, le=6 * 3600)]
    increment: Annotated[int, Meta(ge=0, le=300)]


class Days(Struct, frozen=True, tag_field="kind", tag="days"):
    """A number of days for every turn."""

    days: Annotated[int, Meta(ge=1, le=30)]


Clock = Untimed | PerTurn | Fischer | Days


def usual_clock(spec: Spec) -> Clock | None:
    """The game's default clock, or None if it has none."""
    if spec.usual_clock is None:
        return None
    clock: Clock = convert(spec.usual_clock, Clock)
    return clock


class Times(Struct, frozen=True):
    """The time each side had left when the turn began, whose clock is running (None: nobody's), and since when."""

    left: tuple[int, int] | None
    running: Side | None = None
    since: int = 0

    def remaining(self, side: int, now: int) -> int | None:
        """The time a side has left now, or None without a clock."""
        if self.left is None:
            return None
        spent = max(0, now - self.since) if self.running == side else 0
        return max(0, self.left[side] - spent)

    def deadline(self) -> int | None:
        """When the running clock will run out."""
        if self.left is None or self.running is None:
            return None
        return self.since + self.left[self.running]

    def later(self, lost: int) -> Times:
        """The times with this much elapsed time not counted against the running clock."""
        return structs.replace(self, since=self.since + lost)

    def stopped(self, now: int) -> Times:
        """The times with both clocks stopped and the elapsed time subtracted."""
        if self.left is None or self.running is None:
            return Times(self.left)
        return Times((self.remaining(0, now) or 0, self.remaining(1, now) or 0))


def at_the_start(clock: Clock) -> Times:
    """The times before the match begins: both sides have all their time, and no clock is running."""
    stock = allowance(clock)
    return Times(None if stock is None else (stock, stock))


def allowance(clock: Clock) -> int | None:
    """The time a side starts with, which a clock per turn gives it again for each turn; None without a clock."""
    match clock:
        case PerTurn(seconds) | Fischer(seconds, _):
            return seconds * SECOND
        case Days(days):
            return days * DAY
    return None


def begin_turn(clock: Clock, times: Times, side: int, now: int) -> Times:
    """Start the side's clock, with a fresh allowance if the clock is per turn."""
    stopped = times.stopped(now)
    if isinstance(clock, PerTurn | Days):
        stopped = _set(stopped, side, allowance(clock) or 0)
    return structs.replace(stopped, running=side, since=now)


def end_turn(clock: Clock, times: Times, now: int) -> Times:
    """Stop the running clock at the end of a turn completed in time, and add its increment."""
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
    """Whether the clock limits each turn rather than the whole match."""
    return isinstance(clock, PerTurn | Days)


def grace(clock: Clock) -> int | None:
    """How long a player may be away before the opponent may claim; None if the clock itself settles it."""
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
