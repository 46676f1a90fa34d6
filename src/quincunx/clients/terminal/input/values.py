"""Argument types: numbers, times and clocks, each with an error message for invalid values."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from quincunx.clients.language import t
from quincunx.play.clocks import Clock, Days, Fischer, PerTurn, Untimed

DIGITS = 18
MOST = 10**DIGITS - 1
MOST_SECONDS = 86_400


def whole(least: int, most: int = MOST) -> Callable[[str], int]:
    """Make a type for whole numbers in a range, which the error message names."""

    def read(text: str) -> int:
        number = text.isascii() and text.removeprefix("-").isdigit()
        if not number or len(text) > DIGITS or not least <= int(text) <= most:
            given = text if number else repr(text)
            raise argparse.ArgumentTypeError(t("terminal.value.whole", least=least, most=most, given=f"{given:.40}"))
        return int(text)

    return read


count = whole(0)
some = whole(1)
port = whole(0, 65_535)


def seconds(text: str) -> float:
    """Parse a time in seconds, above 0."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value <= MOST_SECONDS:
        raise argparse.ArgumentTypeError(t("terminal.value.seconds", most=MOST_SECONDS, given=f"{text!r:.40}"))
    return value


def clock(text: str) -> Clock:
    """Parse a clock such as 5+3; argparse reports the error."""
    base, plus, increment = text.partition("+")
    if text == "none":
        return Untimed()
    if plus and base.isdecimal() and increment.isdecimal() and 1 <= int(base) <= 360 and int(increment) <= 300:
        return Fischer(int(base) * 60, int(increment))
    if text.endswith("s") and text[:-1].isdecimal() and 1 <= int(text[:-1]) <= 3600:
        return PerTurn(int(text[:-1]))
    if text.endswith("d") and text[:-1].isdecimal() and 1 <= int(text[:-1]) <= 30:
        return Days(int(text[:-1]))
    raise argparse.ArgumentTypeError(t("terminal.value.clock", given=f"{text!r:.40}"))
