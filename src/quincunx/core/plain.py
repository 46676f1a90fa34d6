"""Rules and evaluation in plain Python, for games that are not compiled.

The methods of a compiled game are C functions that write to C arrays. These classes turn them into a few ordinary
Python methods, so that third-party games work with the compiled core. They are slower than compiled games, but need no
knowledge of C. They work the same way with the uncompiled core.

C methods cannot raise. An exception in a game's own methods is stored as the state's `fault`; until it is checked,
every position has one action, which ends the game. `State.check` raises it. The Python-level methods of a state call
`check` before they return, and so must any code that runs C code on a state.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import cython

from quincunx.core import action_codes
from quincunx.core.evaluator import Evaluator
from quincunx.core.state import State


class PlainState(State):
    """A state whose rules are plain Python. Games implement `begin`, `choices`, `play`, `pack` and `unpack`."""

    counters = 0  # how many numbers at the end of `pack` are only counters, and not part of the position

    # -- implemented by games --

    def begin(self) -> None:
        """Set the fields for the initial position."""
        raise NotImplementedError

    def choices(self) -> Iterable[int]:
        """Return the legal actions, in any order; at least one. Not called once the game is over."""
        raise NotImplementedError

    def play(self, action: int) -> None:
        """Perform the action. If it ends the turn, call `hand_over`, then `conclude` if the game is over."""
        raise NotImplementedError

    def pack(self) -> Sequence[int]:
        """Return every field of the state as numbers from 0 to 2**64 - 1: always the same count, with counters last."""
        raise NotImplementedError

    def unpack(self, numbers: Sequence[int]) -> None:
        """Set every field from the result of `pack`."""
        raise NotImplementedError

    # -- used by games, besides `conclude` --

    def turn_to(self, player: int) -> None:
        """Make it this player's turn. Use it in `begin` if player 1 starts, and when setting up a position."""
        self.to_move = player

    def hand_over(self) -> None:
        """End the turn."""
        self.end_turn()

    def has_recurred(self) -> bool:
        """After `hand_over`, return whether the position has now occurred as often as the option `repetition` says."""
        return bool(self.repeated())

    def forget_past(self) -> None:
        """Before `has_recurred`, declare that no earlier position can occur again."""
        self.forget()

    # -- called by the core --

    def setup(self) -> None:
        self.begin()
        self.length = len(self.pack())
        self.position_words = self.length - self.counters
        if self.length > action_codes.MAX_WORDS:
            raise NotImplementedError(f"{type(self).__name__} packs more than {action_codes.MAX_WORDS} numbers")

    def generate(self, out: list[int], end: int) -> int:
        start = end
        if self.fault is None:
            try:
                for action in self.choices():
                    if end == start + action_codes.MAX_ACTIONS:
                        raise ValueError(f"{type(self).__name__} has more than {action_codes.MAX_ACTIONS} choices")
                    out[end] = action
                    end += 1
                if end == start:
                    raise ValueError(f"{type(self).__name__} has no choices, and the game is not over")
                return end
            except BaseException as error:
                self.fault = error
        out[start] = action_codes.action(action_codes.PASS, 0, 0)
        return start + 1

    def step(self, action: int) -> None:
        if self.fault is None:
            try:
                self.play(action)
                return
            except BaseException as error:
                self.fault = error
        self.end_turn()
        self.finish(action_codes.NOBODY, 1)

    def save(self, out: list[int], at: int) -> int:
        try:
            numbers = self.pack()
            if len(numbers) != self.length:
                raise ValueError(f"{type(self).__name__} packs {len(numbers)} numbers, and {self.length} at the start")
            for i in range(self.length):
                out[at + i] = _word(numbers[i])
        except BaseException as error:
            self.fault = self.fault or error
        return at + self.length

    def load(self, words: list[int], at: int) -> None:
        try:
            self.unpack([words[i] for i in range(at, at + self.length)])
        except BaseException as error:
            self.fault = self.fault or error


class PlainEvaluator(Evaluator):
    """An evaluator in plain Python. Games implement `see`, and `gains` if bots should search captures first."""

    def see(self, state: State) -> Sequence[int]:
        """Return the features of the board, one number for each of `names`: positive if it favours player 0."""
        raise NotImplementedError

    def gains(self, state: State, action: int) -> int:
        """Return what the action wins immediately, in hundredths of an ordinary piece: positive for forcing actions."""
        return 0

    def features(self, state: State, out: list[int]) -> None:
        for i in range(self.count):
            out[i] = 0
        try:
            seen = self.see(state)
            if len(seen) != self.count:
                raise ValueError(f"{type(self).__name__} sees {len(seen)} things, and has {self.count} weights")
            for i in range(self.count):
                out[i] = seen[i]
        except BaseException as error:
            state.fault = state.fault or error

    def gain(self, state: State, action: int) -> int:
        try:
            return int(self.gains(state, action))
        except BaseException as error:
            state.fault = state.fault or error
            return 0


def _word(number: int) -> int:
    """Return the number if it fits into a word; when compiled, C checks that."""
    if not cython.compiled and not 0 <= number < 1 << 64:
        raise OverflowError(f"{number} is not a number from 0 to 2**64 - 1")
    return number
