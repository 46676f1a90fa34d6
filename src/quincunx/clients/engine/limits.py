"""The limits of a `go` command: time, depth, nodes and the actions to search."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from quincunx.search.analysis import DEEPEST, LONG

MOVES_TO_GO = 30  # if the command does not say how many moves the time is for
OVERHEAD = 0.03  # seconds reserved for the communication with the other program
LEAST = 0.01
PART = 0.6  # the share of the remaining time that one move may take
NUMBERS = ("movetime", "wtime", "btime", "winc", "binc", "movestogo", "depth", "nodes", "mate")
WORDS = (*NUMBERS, "infinite", "ponder", "searchmoves")


@dataclass(frozen=True)
class Limits:
    """The limits of a search; if `waits` is set, it reports its move only after it is stopped."""

    seconds: float = LONG
    depth: int = DEEPEST
    nodes: int = 0
    waits: bool = False
    only: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()  # descriptions of invalid limits


def read_limits(words: Sequence[str], side: int) -> Limits:
    """The limits of a `go` command for the side to move; invalid ones are ignored."""
    numbers = _numbers(words)
    bounded = {"movetime", "depth", "nodes", "wtime" if side == 0 else "btime"} & set(numbers)
    waits = not bounded or "infinite" in words or "ponder" in words
    return Limits(
        LONG if waits else _seconds(numbers, side),
        max(1, min(DEEPEST, numbers.get("depth", DEEPEST))),
        max(0, numbers.get("nodes", 0)),
        waits,
        _only(words),
        tuple(_faults(words, numbers)),
    )


def _numbers(words: Sequence[str]) -> dict[str, int]:
    found = {}
    for word, value in pairwise(words):
        if word in NUMBERS and value.removeprefix("-").isdecimal() and len(value) < 15:
            found[word] = int(value)
    return found


def _faults(words: Sequence[str], numbers: dict[str, int]) -> Iterator[str]:
    for word, value in pairwise([*words, ""]):
        if word in NUMBERS and word not in numbers:
            yield f"{word}: expected a number, got {value[:40]!r}"


def _seconds(numbers: dict[str, int], side: int) -> float:
    """The given time, or a share of the time left on the clock."""
    if "movetime" in numbers:
        return max(LEAST, numbers["movetime"] / 1000 - OVERHEAD)
    left = numbers.get("wtime" if side == 0 else "btime")
    if left is None:
        return LONG
    gain = numbers.get("winc" if side == 0 else "binc", 0) / 1000
    moves = max(1, numbers.get("movestogo", MOVES_TO_GO))
    return max(LEAST, min(left / 1000 / moves + 0.75 * gain, PART * left / 1000) - OVERHEAD)


def _only(words: Sequence[str]) -> tuple[str, ...]:
    """The actions after `searchmoves`, up to the next keyword of the protocol."""
    if "searchmoves" not in words:
        return ()
    rest = words[list(words).index("searchmoves") + 1 :]
    end = next((at for at, word in enumerate(rest) if word in WORDS), len(rest))
    return tuple(rest[:end])
