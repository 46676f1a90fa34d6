"""The order in which alpha-beta tries actions: the better the guesses, the more it can leave out."""

from __future__ import annotations

from quincunx.core.evaluator import Evaluator
from quincunx.core.state import State
from quincunx.core.walk import Actions
from quincunx.search import entry

CELLS = 0x3FFFF  # the part of an action that history goes by

FIRST = 1 << 30  # ranks: the table's action, then what gains, then killers, then history
GAINING = 1 << 28
KILLER = 1 << 26


class Order:
    """The actions of every position on a path with their ranks, and what earlier cut-offs taught."""

    def __init__(self, evaluator: Evaluator, longest: int) -> None:
        self.evaluator = evaluator
        self.actions = Actions(longest)
        self.ranks = Actions(longest)
        self.history = Actions(512)
        self.killers = [entry.NO_ACTION] * 512  # two a ply

    def generate(self, state: State, start: int, ply: int, first: int) -> int:
        """Write the legal actions from `start` on, ranked; return their end."""
        end = state.generate(self.actions.data, start)
        for i in range(start, end):
            self.ranks.data[i] = self.rank(state, self.actions.data[i], ply, first)
        return end

    def rank(self, state: State, action: int, ply: int, first: int) -> int:
        """A guess at how good the action is."""
        if action == first:
            return FIRST
        gain = self.evaluator.gain(state, action)
        if gain > 0:
            return GAINING + gain
        if action == self.killers[2 * ply]:
            return KILLER + 1
        if action == self.killers[2 * ply + 1]:
            return KILLER
        return self.history.data[self.history_at(state, action)] + min(gain, 0)

    def take_best(self, i: int, end: int) -> int:
        """Bring the best-ranked of the remaining actions to place i, and return it."""
        best = i
        for j in range(i + 1, end):
            if self.ranks.data[j] > self.ranks.data[best]:
                best = j
        self.actions.data[i], self.actions.data[best] = self.actions.data[best], self.actions.data[i]
        self.ranks.data[i], self.ranks.data[best] = self.ranks.data[best], self.ranks.data[i]
        return self.actions.data[i]

    def is_quiet(self, i: int) -> bool:
        """Whether the action at place i is neither the table's nor one that gains."""
        return self.ranks.data[i] < GAINING

    def reward(self, state: State, action: int, depth: int, ply: int) -> None:
        """Remember a quiet action that was too good to be allowed."""
        if self.killers[2 * ply] != action:
            self.killers[2 * ply + 1] = self.killers[2 * ply]
            self.killers[2 * ply] = action
        at = self.history_at(state, action)
        self.history.data[at] = self.history.data[at] + depth * depth
        if self.history.data[at] >= KILLER:
            for i in range(2 * (CELLS + 1)):
                self.history.data[i] = self.history.data[i] >> 1

    def history_at(self, state: State, action: int) -> int:
        return (action & CELLS) + state.to_move * (CELLS + 1)
