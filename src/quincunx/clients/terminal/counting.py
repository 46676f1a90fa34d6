"""Long counts in the terminal: perft and playouts, with progress, and nothing lost when interrupted."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from functools import partial
from typing import Protocol, TypeVar

from quincunx.clients.terminal.columns import print_table
from quincunx.clients.terminal.progress import Bar
from quincunx.core.state import State
from quincunx.core.walk import Perft, Playouts

_BATCH_SECONDS = 0.2

T = TypeVar("T")


def print_perft(state: State, depth: int, by: str, divide: Callable[[str, int], None] | None) -> None:
    """Count action by action from the root; print the speed, then the count on a line of its own."""
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
    """The lines that begin with an action."""
    mover = state.to_move
    state.apply(action)
    left = depth if by == "turn" and state.to_move == mover else depth - 1
    counter = Perft(state)
    count = interruptible(counter, partial(counter.by_action if by == "action" else counter.by_turn, left))
    state.undo()
    return count


class Stoppable(Protocol):
    """Work that another thread can end."""

    def stop(self) -> None:
        """End it soon."""


def interruptible(counter: Stoppable, work: Callable[[], T]) -> T:
    """Do the work in another thread (it holds no lock), so that Ctrl-C works while it runs, and while it begins."""
    pool = ThreadPoolExecutor(max_workers=1)
    try:
        future = pool.submit(work)
        while not wait([future], timeout=0.1).done:
            pass
        return future.result()
    except KeyboardInterrupt:
        counter.stop()
        raise
    finally:
        pool.shutdown()


def print_playouts(state: State, games: int, seed: int) -> None:
    """Play random games; print how they ended and how fast they went. Ctrl-C prints what there is so far."""
    player = Playouts(state, seed)
    batch = 1
    started = time.perf_counter()
    try:
        with Bar(games, "games") as bar:
            while bar.done < games:
                batch = min(batch, games - bar.done)
                begun = time.perf_counter()
                interruptible(player, partial(player.run, batch))
                bar.step(batch)
                batch = max(1, int(batch * min(8.0, _BATCH_SECONDS / max(time.perf_counter() - begun, 1e-9))))
    except KeyboardInterrupt:
        print("stopped early", file=sys.stderr)
    _print_tally(state, player, time.perf_counter() - started)


def _print_tally(state: State, player: Playouts, seconds: float) -> None:
    tally = player.tally()
    names = {0: state.game.players[0], 1: state.game.players[1], None: "draw"}
    results = sorted(tally.results.items(), key=lambda result: -result[1])
    rows = [(names[winner], reason, count, f"{count / tally.playouts:.1%}") for (winner, reason), count in results]
    print_table(("winner", "reason", "games", "share"), rows)
    print(f"\n{tally.playouts} games, {tally.plies / max(tally.playouts, 1):.1f} plies a game")
    print(f"{tally.playouts / max(seconds, 1e-9):.0f} playouts/s")
    print(f"{tally.plies / max(seconds, 1e-9):.0f} plies/s")
