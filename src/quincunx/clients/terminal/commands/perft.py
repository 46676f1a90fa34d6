"""`quincunx perft`: counts the lines of play of a given depth."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from functools import partial

from quincunx.clients.terminal.input.parser import Parser
from quincunx.clients.terminal.input.position import add_position, named_position
from quincunx.clients.terminal.input.values import whole
from quincunx.clients.terminal.text import progress
from quincunx.clients.terminal.text.interruptible import interruptible
from quincunx.core.perft import DEEPEST, Perft
from quincunx.core.state import State


def add_arguments(parser: Parser) -> None:
    """The command's arguments."""
    parser.set_defaults(run=_perft)
    add_position(parser)
    parser.add_argument("--depth", type=whole(0, DEEPEST), required=True, help="how many actions, or turns")
    parser.add_argument(
        "--by", choices=("action", "turn"), default="action", help="what the depth counts (default: action)"
    )
    parser.add_argument("--divide", action="store_true", help="the count behind each first action, too")


def _perft(arguments: argparse.Namespace) -> None:
    print_perft(named_position(arguments), arguments.depth, arguments.by, _divide_line if arguments.divide else None)


def _divide_line(text: str, count: int) -> None:
    print(f"{text}: {count}")


def print_perft(state: State, depth: int, by: str, divide: Callable[[str, int], None] | None) -> None:
    """Count action by action from the root; print the speed, then the count on a line of its own."""
    started = time.perf_counter()
    actions = state.legal_actions() if depth else []
    total = 0 if depth else 1
    for number, action in enumerate(actions):
        progress.show(f"{number} of {len(actions)} first actions, {total} so far")
        mover = state.to_move
        text = state.text(action)
        state.apply(action)
        left = depth if by == "turn" and state.to_move == mover else depth - 1
        counter = Perft(state)
        count = interruptible(counter, partial(counter.by_action if by == "action" else counter.by_turn, left))
        state.undo()
        total += count
        if divide:
            divide(text, count)
    progress.show("")
    seconds = time.perf_counter() - started
    print(f"depth {depth} by {by}: {seconds:.2f} s, {total / max(seconds, 1e-9) / 1e6:.1f} M/s")
    print(total)
