"""Long counts in the terminal: perft and playouts, with progress, and nothing lost when interrupted."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable

from quincunx.clients.terminal import progress
from quincunx.core.state import State
from quincunx.core.walk import Perft, Playouts

_BATCH_SECONDS = 0.2


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
        count = _interruptible(Perft(state), left, by)
        state.undo()
        total += count
        if divide:
            divide(text, count)
    progress.show("")
    seconds = time.perf_counter() - started
    print(f"depth {depth} by {by}: {seconds:.2f} s, {total / max(seconds, 1e-9) / 1e6:.1f} M/s")
    print(total)


def _interruptible(counter: Perft, depth: int, by: str) -> int:
    """Count in another thread (the count holds no lock), so that Ctrl-C works while it runs."""
    found: list[int] = []
    count = counter.by_action if by == "action" else counter.by_turn
    thread = threading.Thread(target=lambda: found.append(count(depth)), daemon=True)
    thread.start()
    try:
        while thread.is_alive():
            thread.join(0.1)
    except KeyboardInterrupt:
        counter.stop()
        thread.join()
        raise
    return found[0]


def print_playouts(state: State, games: int, seed: int) -> None:
    """Play random games; print how they ended and how fast they went. Ctrl-C prints what there is so far."""
    player = Playouts(state, seed)
    batch, done, seconds = 1, 0, 0.0
    try:
        while done < games:
            started = time.perf_counter()
            batch = min(batch, games - done)
            player.run(batch)
            spent = time.perf_counter() - started
            done += batch
            seconds += spent
            batch = max(1, int(batch * min(8.0, _BATCH_SECONDS / max(spent, 1e-9))))
            progress.show(f"{done} of {games} games")
    except KeyboardInterrupt:
        print("stopped early", file=sys.stderr)
    progress.show("")
    _print_tally(state, player, seconds)


def _print_tally(state: State, player: Playouts, seconds: float) -> None:
    tally = player.tally()
    names = {0: state.game.players[0], 1: state.game.players[1], None: "draw"}
    for (winner, reason), count in sorted(tally.results.items(), key=lambda result: -result[1]):
        print(f"{names[winner]:<10} {reason:<16} {count:>8}  {100 * count / tally.playouts:5.1f} %")
    print(f"{tally.playouts} games, {tally.plies / max(tally.playouts, 1):.1f} plies a game")
    print(f"{tally.playouts / max(seconds, 1e-9):.0f} playouts/s")
    print(f"{tally.plies / max(seconds, 1e-9):.0f} plies/s")
