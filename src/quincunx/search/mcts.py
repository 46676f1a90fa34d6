"""Monte Carlo tree search over any state, in bounded room.

A leaf is judged by the evaluator, and what it thinks of each action guides the first tries (PUCT). Or a leaf is judged
by one random game to the end, and nothing is known beforehand (UCT): every game's yardstick, as it needs no evaluator.
"""

from __future__ import annotations

import math

import cython

from quincunx.core import action_codes, clock
from quincunx.core.evaluator import Evaluator
from quincunx.core.perft import Actions
from quincunx.core.random import Random
from quincunx.core.state import State
from quincunx.search.root import Line
from quincunx.search.tree import Tree

EAGER = 1.2  # how much a promising action that was tried little draws, with an evaluator
CURIOUS = 1.0  # and without one
TRUST = 200.0  # of the evaluator: a value so high means a result of 73 %
LONGEST = 500  # actions on one path
LONGEST_ROLLOUT = 1000
CAPACITY = 1 << 21 if cython.compiled else 1 << 16


class MonteCarlo:
    """Searches from one state, once. `stop()` from another thread ends it; what was found so far counts."""

    def __init__(self, state: State, evaluator: Evaluator, seed: int, capacity: int = CAPACITY) -> None:
        self.state = state.copy()
        self.evaluator = evaluator
        self.random = Random(seed)
        self.actions = Actions(1)
        self.tree = Tree(capacity)
        self.stopped = False
        self.nodes = 0
        self.path = [0] * 512
        self.movers = [0] * 512

    def stop(self) -> None:
        """Give up soon."""
        self.stopped = True

    def run(self, seconds: float, most_depth: int = 0, most_nodes: int = 0, lines: int = 1) -> None:
        """Search until the time or the nodes (0: no limit) are used up. The depth is up to the tree."""
        self.tree.add(0, 1.0)
        with cython.nogil:
            self.expand(self.state, 0)
            self.repeat(self.state, seconds, most_nodes)
        self.state.check()

    @property
    def depth(self) -> int:
        """How many actions the main line has."""
        return len(self.lines(1)[0].actions)

    def lines(self, count: int = 1) -> list[Line]:
        """The best lines, best first: those that were tried most."""
        return [self.line(child) for child in self.tree.best_first(0)[:count]]

    def line(self, child: int) -> Line:
        mean = min(max(self.tree.mean(child, 0.0), 1e-6), 1 - 1e-6)
        action = int(self.tree.actions[child])
        line = [action]
        while child := self.tree.favourite(child):
            line.append(int(self.tree.actions[child]))
        return Line(action, round(-TRUST * math.log(1 / mean - 1)), tuple(line))

    def repeat(self, state: State, seconds: float, most_nodes: int) -> None:
        deadline = clock.now() + seconds
        while not self.stopped and clock.now() < deadline and not (most_nodes and self.nodes >= most_nodes):
            self.nodes += 1
            self.iterate(state)

    def iterate(self, state: State) -> None:
        """Down to a leaf, judge it, and up again."""
        node, length = 0, 0
        while self.tree.counts[node] and state.reason == 0 and length < LONGEST:
            node = self.select(node)
            self.path[length] = node
            self.movers[length] = state.to_move
            length += 1
            state.make(self.tree.actions[node])
        if state.reason:
            result = self.final(state)
        else:
            self.expand(state, node)
            result = self.leaf(state)
        self.back_up(length, result)
        for _ in range(length):
            state.unmake()

    def select(self, node: int) -> int:
        """The child that most wants a visit."""
        best = self.tree.first[node]
        best_urge = self.urge(node, best)
        for child in range(best + 1, best + self.tree.counts[node]):
            urge = self.urge(node, child)
            if urge > best_urge:
                best, best_urge = child, urge
        return best

    def urge(self, node: int, child: int) -> float:
        """The mean result so far, and the more for being promising and tried little."""
        hope = self.tree.priors[child] * math.sqrt(self.tree.visits[node] + 1.0) / (1.0 + self.tree.visits[child])
        return self.tree.mean(child, 0.4) + EAGER * hope

    def expand(self, state: State, node: int) -> None:
        """Give the node its children, while there is room."""
        count = state.generate(self.actions.data, 0)
        if self.tree.counts[node] or not self.tree.has_room(count):
            return
        self.mix(count)
        self.tree.first[node] = self.tree.size
        self.tree.counts[node] = count
        total = 0.0
        for i in range(count):
            child = self.tree.add(self.actions.data[i], self.prior(state, self.actions.data[i]))
            total += self.tree.priors[child]
        for child in range(self.tree.first[node], self.tree.size):
            self.tree.priors[child] = self.tree.priors[child] / total

    def mix(self, count: int) -> None:
        """Put the actions in any order: where nothing tells them apart, none comes first."""
        for i in range(count - 1, 0, -1):
            j = self.random.pick(i + 1)
            self.actions.data[i], self.actions.data[j] = self.actions.data[j], self.actions.data[i]

    def prior(self, state: State, action: int) -> float:
        """How likely the action looks: by what the position after it is worth."""
        mover = state.to_move
        state.make(action)
        result = self.final(state) if state.reason else self.leaf(state)
        state.unmake()
        if mover == 1:
            result = 1.0 - result
        return math.exp(8.0 * result)

    def leaf(self, state: State) -> float:
        """The result to expect for player 0."""
        value = self.evaluator.value(state)
        return 1.0 / (1.0 + math.exp((-value if state.to_move == 0 else value) / TRUST))

    def final(self, state: State) -> float:
        """The result for player 0; a game that is not over counts as drawn."""
        if state.winner == action_codes.NOBODY:
            return 0.5
        return 1.0 if state.winner == 0 else 0.0

    def back_up(self, length: int, result: float) -> None:
        """Count the result for whoever acted, all the way up."""
        self.tree.visits[0] = self.tree.visits[0] + 1
        for i in range(length):
            node = self.path[i]
            self.tree.visits[node] = self.tree.visits[node] + 1
            self.tree.totals[node] = self.tree.totals[node] + (result if self.movers[i] == 0 else 1.0 - result)


class Rollouts(MonteCarlo):
    """Knows nothing of the game but its rules."""

    def urge(self, node: int, child: int) -> float:
        """The mean result so far, and the more for being tried little; what was never tried comes first."""
        if self.tree.visits[child] == 0:
            return 1000.0
        doubt = math.log(self.tree.visits[node] + 1.0) / self.tree.visits[child]
        return self.tree.mean(child, 0.0) + CURIOUS * math.sqrt(doubt)

    def prior(self, state: State, action: int) -> float:
        """All alike."""
        return 1.0

    def leaf(self, state: State) -> float:
        """The result of playing on at random."""
        at = state.freeze()
        left = LONGEST_ROLLOUT
        while state.reason == 0 and left > 0:
            count = state.generate(self.actions.data, 0)
            state.advance(self.actions.data[self.random.pick(count)])
            left -= 1
        result = self.final(state)
        state.frames.size = at
        state.restore(state.frames, at)
        return result
