"""Monte Carlo tree search for any game, with bounded memory.

`MonteCarlo` evaluates leaves with the evaluator, whose values of the actions also guide the first tries (PUCT).
`Rollouts` evaluates a leaf by one random game, without prior knowledge (UCT). It is a yardstick for every game, because
it needs no evaluator.
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

EAGER = 1.2  # exploration constant with an evaluator
CURIOUS = 1.0  # exploration constant without an evaluator
TRUST = 200.0  # the evaluator's value for an expected result of 73 %
LONGEST = 500  # actions on one path
LONGEST_ROLLOUT = 1000
CAPACITY = 1 << 21 if cython.compiled else 1 << 16


class MonteCarlo:
    """A single search from one state. `stop()` from another thread ends it, keeping the results so far."""

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
        """Stop soon."""
        self.stopped = True

    def run(self, seconds: float, most_depth: int = 0, most_nodes: int = 0, lines: int = 1) -> None:
        """Search until the limit of time or nodes (0: no limit) is reached. `most_depth` is ignored."""
        self.tree.add(0, 1.0)
        with cython.nogil:
            self.expand(self.state, 0)
            self.repeat(self.state, seconds, most_nodes)
        self.state.check()

    @property
    def depth(self) -> int:
        """The number of actions in the main line."""
        return len(self.lines(1)[0].actions)

    def lines(self, count: int = 1) -> list[Line]:
        """The best lines, best first: those that were visited most often."""
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
        """One iteration: walk down to a leaf, evaluate it, and back up the result."""
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
        """The child to visit next."""
        best = self.tree.first[node]
        best_urge = self.urge(node, best)
        for child in range(best + 1, best + self.tree.counts[node]):
            urge = self.urge(node, child)
            if urge > best_urge:
                best, best_urge = child, urge
        return best

    def urge(self, node: int, child: int) -> float:
        """The mean result so far, plus a bonus for promising children with few visits."""
        hope = self.tree.priors[child] * math.sqrt(self.tree.visits[node] + 1.0) / (1.0 + self.tree.visits[child])
        return self.tree.mean(child, 0.4) + EAGER * hope

    def expand(self, state: State, node: int) -> None:
        """Add the node's children, if there is room."""
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
        """Shuffle the actions, so that no one is favoured among equals."""
        for i in range(count - 1, 0, -1):
            j = self.random.pick(i + 1)
            self.actions.data[i], self.actions.data[j] = self.actions.data[j], self.actions.data[i]

    def prior(self, state: State, action: int) -> float:
        """The prior weight of the action, from the value of the position after it."""
        mover = state.to_move
        state.make(action)
        result = self.final(state) if state.reason else self.leaf(state)
        state.unmake()
        if mover == 1:
            result = 1.0 - result
        return math.exp(8.0 * result)

    def leaf(self, state: State) -> float:
        """The expected result for player 0."""
        value = self.evaluator.value(state)
        return 1.0 / (1.0 + math.exp((-value if state.to_move == 0 else value) / TRUST))

    def final(self, state: State) -> float:
        """The final result for player 0; a game that is not over counts as a draw."""
        if state.winner == action_codes.NOBODY:
            return 0.5
        return 1.0 if state.winner == 0 else 0.0

    def back_up(self, length: int, result: float) -> None:
        """Add the result to all nodes on the path, each from the view of the player who acted."""
        self.tree.visits[0] = self.tree.visits[0] + 1
        for i in range(length):
            node = self.path[i]
            self.tree.visits[node] = self.tree.visits[node] + 1
            self.tree.totals[node] = self.tree.totals[node] + (result if self.movers[i] == 0 else 1.0 - result)


class Rollouts(MonteCarlo):
    """Monte Carlo tree search that knows only the rules of the game."""

    def urge(self, node: int, child: int) -> float:
        """The mean result so far, plus a bonus for few visits; unvisited children come first."""
        if self.tree.visits[child] == 0:
            return 1000.0
        doubt = math.log(self.tree.visits[node] + 1.0) / self.tree.visits[child]
        return self.tree.mean(child, 0.0) + CURIOUS * math.sqrt(doubt)

    def prior(self, state: State, action: int) -> float:
        """The same weight for all actions."""
        return 1.0

    def leaf(self, state: State) -> float:
        """The result of a random game from here."""
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
