"""Walks over the game tree without the GIL: perft and random playouts."""

from __future__ import annotations

from typing import NamedTuple

import cython

from quincunx.core import action_codes
from quincunx.core.random import Random
from quincunx.core.state import State

DEEPEST = 200


class Actions:
    """A buffer for the legal actions of every position on a path, initially zero."""

    data: list[int]

    def __init__(self, positions: int) -> None:
        if cython.compiled:
            self.data = cython.cast("int*", calloc(positions * action_codes.MAX_ACTIONS, 4))
            if self.data == cython.NULL:
                raise MemoryError
        else:
            self.data = [0] * (positions * action_codes.MAX_ACTIONS)

    def __dealloc__(self) -> None:
        free(self.data)


class Perft:
    """Counts the paths of a given length: in actions, or in turns (the depth decreases when `to_move` changes).

    `stop()` from another thread ends a count early.
    """

    def __init__(self, state: State) -> None:
        state.legal_actions()  # raises an error if the state has no rules
        self.state = state.copy()
        self.stopped = False
        self.actions = Actions(1)

    def stop(self) -> None:
        """Stop the running count. It returns soon, with a meaningless number."""
        self.stopped = True

    def by_action(self, depth: int) -> int:
        """Return the number of sequences of `depth` actions."""
        check_depth(depth)
        if depth == 0:
            return 1
        self.actions = Actions(depth)
        with cython.nogil:
            total = self.count_actions(self.state, depth, 0)
        self.state.check()
        return total

    def by_turn(self, depth: int) -> int:
        """Return the number of action sequences that make up `depth` turns."""
        check_depth(depth)
        if depth == 0:
            return 1
        self.actions = Actions(64 * depth)  # no turn has more actions than that
        with cython.nogil:
            total = self.count_turns(self.state, depth, 0)
        self.state.check()
        return total

    def count_actions(self, state: State, depth: int, start: int) -> int:
        if state.reason or self.stopped:
            return 0
        end = state.generate(self.actions.data, start)
        if depth == 1:
            return end - start
        total = 0
        for i in range(start, end):
            state.make(self.actions.data[i])
            total += self.count_actions(state, depth - 1, end)
            state.unmake()
        return total

    def count_turns(self, state: State, depth: int, start: int) -> int:
        if depth == 0:
            return 1
        if state.reason or self.stopped:
            return 0
        mover = state.to_move
        total = 0
        end = state.generate(self.actions.data, start)
        for i in range(start, end):
            state.make(self.actions.data[i])
            total += self.count_turns(state, depth if state.to_move == mover else depth - 1, end)
            state.unmake()
        return total


class Tally(NamedTuple):
    """The results of random playouts: their number, the total of plies, and the count of each winner and reason."""

    playouts: int
    plies: int
    results: dict[tuple[int | None, str], int]


class Playouts:
    """Repeatedly plays random actions from a state to the end. `stop()` from another thread ends a run early."""

    def __init__(self, state: State, seed: int) -> None:
        state.legal_actions()  # raises an error if the state has no rules
        self.root = state.copy()
        self.state = state.copy()
        self.random = Random(seed)
        self.actions = Actions(1)
        self.plies = 0
        self.stopped = False
        self.counts = [0] * 192  # by reason and winner

    def stop(self) -> None:
        """Stop the current run. It ends soon, and the unfinished playout does not count."""
        self.stopped = True

    def run(self, playouts: int, longest: int = 1_000_000) -> None:
        """Play this many playouts; one that is not over after `longest` plies counts as unfinished."""
        at = self.root.freeze()
        with cython.nogil:
            self.play(self.state, self.root, at, playouts, longest)
        self.root.frames.size = at
        self.state.check()

    def play(self, state: State, root: State, at: int, playouts: int, longest: int) -> None:
        for _ in range(playouts):
            state.restore(root.frames, at)
            left = longest
            while state.reason == 0 and left > 0 and not self.stopped:
                count = state.generate(self.actions.data, 0)
                state.advance(self.actions.data[self.random.pick(count)])
                left -= 1
            if self.stopped:
                return
            self.plies += longest - left
            self.counts[3 * state.reason + state.winner] += 1

    def tally(self) -> Tally:
        """Return the results so far."""
        reasons = ("unfinished", *self.state.game.spec.reasons)
        results = {
            (None if winner == action_codes.NOBODY else winner, reason): self.counts[3 * number + winner]
            for number, reason in enumerate(reasons)
            for winner in range(3)
            if self.counts[3 * number + winner]
        }
        return Tally(sum(results.values()), self.plies, results)


def check_depth(depth: int) -> None:
    """Raise ValueError for an invalid depth, or one that no count could reach."""
    if not 0 <= depth <= DEEPEST:
        raise ValueError(f"expected a depth from 0 to {DEEPEST}, got {depth}")


def perft(state: State, depth: int, by: str = "action") -> int:
    """Return the number of paths of this depth from the state, counted by `action` or by `turn`."""
    if by not in ("action", "turn"):
        raise ValueError(f"expected by='action' or by='turn', got {by!r}")
    check_depth(depth)
    counter = Perft(state)
    return counter.by_action(depth) if by == "action" else counter.by_turn(depth)


def playouts(state: State, count: int, seed: int = 0, longest: int = 1_000_000) -> Tally:
    """Run random playouts from the state and return the results."""
    player = Playouts(state, seed)
    player.run(count, longest)
    return player.tally()
