"""The tree of a Monte Carlo search, with bounded memory: nodes are numbers, and a node's children are consecutive."""

from __future__ import annotations

import cython


class Tree:
    """The visits and results of all nodes. Results are those of the player who made the node's action."""

    actions: list[int]
    first: list[int]
    counts: list[int]
    visits: list[int]
    totals: list[float]
    priors: list[float]

    def __init__(self, capacity: int) -> None:
        self.capacity = capacity
        self.size = 0
        if cython.compiled:
            self.actions = cython.cast("int*", calloc(capacity, 4))
            self.first = cython.cast("int*", calloc(capacity, 4))
            self.counts = cython.cast("int*", calloc(capacity, 4))
            self.visits = cython.cast("int*", calloc(capacity, 4))
            self.totals = cython.cast("double*", calloc(capacity, 8))
            self.priors = cython.cast("double*", calloc(capacity, 8))
            if not (self.actions and self.first and self.counts and self.visits and self.totals and self.priors):
                raise MemoryError
        else:
            self.actions, self.first, self.counts, self.visits = ([0] * capacity for _ in range(4))
            self.totals, self.priors = ([0.0] * capacity for _ in range(2))

    def __dealloc__(self) -> None:
        free(self.actions)
        free(self.first)
        free(self.counts)
        free(self.visits)
        free(self.totals)
        free(self.priors)

    def has_room(self, count: int) -> bool:
        """Whether this number of nodes can be added."""
        return self.size + count <= self.capacity

    def add(self, action: int, prior: float) -> int:
        """Add a node that is reached by the action, and return its number."""
        node = self.size
        self.size += 1
        self.actions[node] = action
        self.priors[node] = prior
        return node

    def mean(self, node: int, unvisited: float) -> float:
        """The node's mean result, or `unvisited` if it has none yet."""
        return self.totals[node] / self.visits[node] if self.visits[node] else unvisited

    def favourite(self, node: int) -> int:
        """The most visited child, or 0 if none has been visited."""
        best = 0
        for child in range(self.first[node], self.first[node] + self.counts[node]):
            if best == 0 or self.visits[child] > self.visits[best]:
                best = child
        return best if best and self.visits[best] else 0

    def best_first(self, node: int) -> list[int]:
        """The children, sorted by visits and then by prior, highest first."""
        children = range(self.first[node], self.first[node] + self.counts[node])
        return sorted(children, key=lambda child: (-self.visits[child], -self.priors[child]))
