"""`quincunx perft`: counts the lines of play of a given depth."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from functools import partial

from quincunx.clients.terminal.input.parser import Parser
from quincunx.clients.terminal.input.position import add_position, named_position
from quincunx.clients.terminal.input.values import whole
from quincunx.clients.terminal.text.interruptible import interruptible
from quincunx.clients.terminal.text.progress import Bar
from quincunx.core.perft import DEEPEST, Perft
from quincunx.core.state import State


def add_arguments(parser: Parser) -> None:
    """Add the command's arguments."""
    parser.set_defaults(run=_perft)
    add_position(parser)
    parser.add_argument("--depth", type=whole(0, DEEPEST), required=True, help="depth in actions, or in turns")
    parser.add_argument(
        "--by", choices=("action", "turn"), default="action", help="unit of the depth (default: action)"
    )
    parser.add_argument("--divide", action="store_true", help="also print the count for each first action")


def _perft(arguments: argparse.Namespace) -> None:
    print_perft(named_position(arguments), arguments.depth, arguments.by, _divide_line if arguments.divide else None)


def _divide_line(text: str, count: int) -> None:
    print(f"{text}: {count}")


def print_perft(state: State, depth: int, by: str, divide: Callable[[str, int], None] | None) -> None:
    """Count for each action at the root; print the speed, then the count on a separate line."""
    started = time.perf_counter()
    counts: list[tuple[str, int]] = []
    actions = state.legal_actions() if depth else []
    total = 0 if depth else 1
    with Bar(len(actions), "first actions") as bar:
        for action in actions:
            text = state.text(action)
            count = _count_after(state, action, depth, by)
            counts.append((text, count))
            total += count
            bar.step(note=f"{total} so far")
    if divide:
        for text, count in counts:
            divide(text, count)
    seconds = time.perf_counter() - started
    print(f"depth {depth} by {by}: {seconds:.2f} s, {total / max(seconds, 1e-9) / 1e6:.1f} M/s")
    print(total)


def _count_after(state: State, action: int, depth: int, by: str) -> int:
    """The number of lines that begin with an action."""
    mover = state.to_move
    state.apply(action)
    left = depth if by == "turn" and state.to_move == mover else depth - 1
    counter = Perft(state)
    count = interruptible(counter, partial(counter.by_action if by == "action" else counter.by_turn, left))
    state.undo()
    return count
