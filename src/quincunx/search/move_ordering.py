"""The order in which alpha-beta searches actions: the better the guesses, the more it can prune."""

from __future__ import annotations

from quincunx.core import action_codes
from quincunx.core.evaluator import Evaluator
from quincunx.core.perft import Actions
from quincunx.core.state import State
from quincunx.search import entry

FIRST = 1 << 30  # ranks: the table's action, then gaining actions, then killers, then history
GAINING = 1 << 28
KILLER = 1 << 26
FAME = 14  # bits of a history count


class MoveOrdering:
    """The ranked actions of all positions on a path, and what was learned from earlier cutoffs."""

    def __init__(self, evaluator: Evaluator, cells: int, longest: int) -> None:
        self.evaluator = evaluator
        self.cells = cells
        self.actions = Actions(longest)
        self.ranks = Actions(longest)
        self.history = Actions(2 * cells * cells // action_codes.MAX_ACTIONS + 1)
        self.killers = [entry.NO_ACTION] * 512  # two per ply

    def generate(self, state: State, start: int, ply: int, first: int) -> int:
        """Write the legal actions, with ranks, from index `start` on, and return their end."""
        end = state.generate(self.actions.data, start)
        for i in range(start, end):
            self.ranks.data[i] = self.rank(state, self.actions.data[i], ply, first)
        return end

    def rank(self, state: State, action: int, ply: int, first: int) -> int:
        """An estimate of how good the action is."""
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
        """Swap the best-ranked of the remaining actions to index i, and return it."""
        best = i
        for j in range(i + 1, end):
            if self.ranks.data[j] > self.ranks.data[best]:
                best = j
        self.actions.data[i], self.actions.data[best] = self.actions.data[best], self.actions.data[i]
        self.ranks.data[i], self.ranks.data[best] = self.ranks.data[best], self.ranks.data[i]
        return self.actions.data[i]

    def is_quiet(self, i: int) -> bool:
        """Whether the action at index i is neither the table's action nor a gaining one."""
        return self.ranks.data[i] < GAINING

    def reward(self, state: State, start: int, i: int, depth: int, ply: int) -> None:
        """Remember that the quiet action at index i caused a cutoff, and those before it did not."""
        action = self.actions.data[i]
        if self.killers[2 * ply] != action:
            self.killers[2 * ply + 1] = self.killers[2 * ply]
            self.killers[2 * ply] = action
        self.shift_history(self.history_at(state, action), depth * depth)
        for j in range(start, i):
            if self.is_quiet(j):
                self.shift_history(self.history_at(state, self.actions.data[j]), -depth * depth)

    def shift_history(self, at: int, by: int) -> None:
        """Change a history count, by less the larger it already is, so that it stays within FAME bits."""
        old = self.history.data[at]
        self.history.data[at] = old + by - (old * abs(by) >> FAME)

    def history_at(self, state: State, action: int) -> int:
        origin, target = action_codes.origin_of(action), action_codes.target_of(action)
        return (state.to_move * self.cells + origin) * self.cells + target
