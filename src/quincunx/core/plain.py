"""Rules and judgement in plain Python, for games that are not compiled.

The methods of a compiled game are C functions that write into C arrays. These classes turn them into a few ordinary
Python methods, so that a game of anybody's works with the compiled core: slower than a compiled one, and with nothing
to know of C. They are the same without a compiler.

A C method cannot raise. What goes wrong in a game's own methods is kept as the state's `fault`; until somebody asks,
every position has one action, which ends the game. `State.check` raises it. The methods of a state that Python callers
use call it before they return, and so does whoever runs C code on a state.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import cython

from quincunx.core import action_codes
from quincunx.core.evaluator import Evaluator
from quincunx.core.state import State


class PlainState(State):
    """A state whose rules are plain Python. A game writes `begin`, `choices`, `play`, `pack` and `unpack`."""

    counters = 0  # how many of the last numbers of `pack` only count, and make no other position

    # -- what a game writes --

    def begin(self) -> None:
        """Set the fields for the initial position."""
        raise NotImplementedError

    def choices(self) -> Iterable[int]:
        """The legal actions, in any order, and at least one. Not called once the game is over."""
        raise NotImplementedError

    def play(self, action: int) -> None:
        """Do what the action does; when it ends the turn, `hand_over`, then `conclude` if the game is over."""
        raise NotImplementedError

    def pack(self) -> Sequence[int]:
        """Every field of the state, as numbers from 0 to 2**64 - 1: always as many, and the counters last."""
        raise NotImplementedError

    def unpack(self, numbers: Sequence[int]) -> None:
        """Set every field from what `pack` returned."""
        raise NotImplementedError

    # -- what a game uses, besides `conclude` --

    def turn_to(self, player: int) -> None:
        """Let it be that player's turn: in `begin` where player 1 begins, and in a position that is set up."""
        self.to_move = player

    def hand_over(self) -> None:
        """End the turn."""
        self.end_turn()

    def has_recurred(self) -> bool:
        """After `hand_over`: whether the position has now come up as often as the option `repetition` says."""
        return bool(self.repeated())

    def forget_past(self) -> None:
        """Before `has_recurred`: no earlier position can come up again."""
        self.forget()

    # -- what the core calls --

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
    """An evaluator in plain Python. A game writes `see`, and `gains` where the bots are to look at captures first."""

    def see(self, state: State) -> Sequence[int]:
        """What is seen on the board, one number for each of `names`: above 0 where it speaks for player 0."""
        raise NotImplementedError

    def gains(self, state: State, action: int) -> int:
        """What the action wins at once, in hundredths of a plain piece: above 0 for the forcing ones."""
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
    """The number, if it fits into a word; compiled, C looks after that."""
    if not cython.compiled and not 0 <= number < 1 << 64:
        raise OverflowError(f"{number} is no number from 0 to 2**64 - 1")
    return number
