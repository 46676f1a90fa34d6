"""Proof-number search: proves that one side can force a win, or runs out of nodes.

The search grows a tree, always where the fewest results are missing for a proof or a refutation. A position that is
repeated counts as not won. So every line of a proof leads to the end without going round in circles, and the proof
holds whatever was played before; that a win was refuted holds only for this tree, and is never reported.
"""

from __future__ import annotations

from collections.abc import Iterator

from quincunx.core.game import Game
from quincunx.core.state import State

INFINITE = 1 << 60
REPETITION = "repetition"  # the reason of an outcome


class Node:
    """A position: how many results are missing at least to prove the win, and how many to refute it."""

    __slots__ = ("action", "children", "parent", "proof", "refutation")

    def __init__(self, action: int, parent: Node | None) -> None:
        self.action = action
        self.parent = parent
        self.children: list[Node] = []
        self.proof = 1
        self.refutation = 1


class ProofSearch:
    """The search for a proof that `winner` wins from the state, whoever is to move."""

    def __init__(self, state: State, winner: int) -> None:
        self.state = state.copy()
        self.winner = winner
        self.root = Node(0, None)
        self.nodes = 0

    def run(self, most_nodes: int) -> bool:
        """Search until the win is proven or refuted, or the tree has this many nodes; return whether it is proven."""
        while self.root.proof and self.root.refutation and self.nodes < most_nodes:
            self._grow()
        return self.root.proof == 0

    def _grow(self) -> None:
        """Expand the node whose result says the most, and bring the numbers above it up to date."""
        node = self.root
        while node.children:
            node = self._most_telling(node)
            self.state.apply(node.action)
        self._expand(node)
        current: Node | None = node
        while current is not None:
            self._count(current)
            if current.parent is not None:
                self.state.undo()
            current = current.parent

    def _most_telling(self, node: Node) -> Node:
        if self.state.to_move == self.winner:
            return min(node.children, key=lambda child: child.proof)
        return min(node.children, key=lambda child: child.refutation)

    def _expand(self, node: Node) -> None:
        for action in self.state.legal_actions():
            child = Node(action, node)
            self.state.apply(action)
            outcome = self.state.outcome()
            if outcome is not None:
                won = outcome.winner == self.winner and outcome.reason != REPETITION
                child.proof, child.refutation = (0, INFINITE) if won else (INFINITE, 0)
            elif self.state.to_move == self.winner:
                child.refutation = len(self.state.legal_actions())
            else:
                child.proof = len(self.state.legal_actions())
            self.state.undo()
            node.children.append(child)
            self.nodes += 1

    def _count(self, node: Node) -> None:
        """Work out the numbers of a node from those of its children."""
        proofs = [child.proof for child in node.children]
        refutations = [child.refutation for child in node.children]
        if self.state.to_move == self.winner:
            node.proof, node.refutation = min(proofs), min(INFINITE, sum(refutations))
        else:
            node.proof, node.refutation = min(INFINITE, sum(proofs)), min(refutations)
        if node.proof == 0 or node.refutation == 0:
            node.children = [child for child in node.children if child.proof == 0] if node.proof == 0 else []

    # -- the proof --

    def proof(self) -> Iterator[tuple[State, int]]:
        """Return the positions with the winner to move, and the winning action."""
        yield from self._proven(self.root)

    def _proven(self, node: Node) -> Iterator[tuple[State, int]]:
        children = node.children
        if children and self.state.to_move == self.winner:
            children = children[:1]
            yield self.state, children[0].action
        for child in children:
            self.state.apply(child.action)
            yield from self._proven(child)
            self.state.undo()


def without_draws(game: Game) -> dict[str, int]:
    """Return the options under which a repeated position ends the game at once, and nothing else draws it."""
    known = {"repetition": 2, "quiet": 0}
    return {name: value for name, value in known.items() if name in game.options}
