"""The actions at the root of a search, best first, each with its score and line of play."""

from __future__ import annotations

from dataclasses import dataclass

import cython

from quincunx.core import action_codes
from quincunx.core.perft import Actions
from quincunx.core.state import State

ROW = 256  # room for one line of play
OTHER = 1024  # every action has two rows, so that its line at the mark is not overwritten
LOWEST = -200_000


@dataclass(frozen=True)
class Line:
    """An action, its value for the player who makes it, and the best line found (beginning with the action).

    The margin is the exact result of the game, in the game's pieces, if it is known. If the score is from an endgame
    table, the line leads to the end of the game if the table knows how far that is.
    """

    action: int
    score: int
    actions: tuple[int, ...]
    margin: int | None = None
    from_table: bool = False

    @property
    def is_exact(self) -> bool:
        """Whether the result of the game is known."""
        return self.margin is not None or self.from_table


class Root:
    """The root's actions. They are always kept in order, so that the results are valid wherever a search is stopped."""

    def __init__(self, state: State) -> None:
        legal = state.legal_actions()
        self.count = len(legal)
        self.exact = 0
        self.variations = Actions(2 * ROW)
        self.lengths = [0] * 2048
        if not cython.compiled:
            self.actions, self.scores, self.slots = ([0] * action_codes.MAX_ACTIONS for _ in range(3))
            self.marked_actions, self.marked_scores, self.marked_slots = (
                [0] * action_codes.MAX_ACTIONS for _ in range(3)
            )
        for i in range(self.count):
            self.actions[i] = legal[i]
            self.scores[i] = LOWEST
            self.slots[i] = i

    def mark(self) -> None:
        """Save the current order and scores."""
        for i in range(self.count):
            self.marked_actions[i] = self.actions[i]
            self.marked_scores[i] = self.scores[i]
            self.marked_slots[i] = self.slots[i]

    def return_to_mark(self) -> None:
        """Discard what was found since the mark, because scores from different depths cannot be compared."""
        for i in range(self.count):
            self.actions[i] = self.marked_actions[i]
            self.scores[i] = self.marked_scores[i]
            self.slots[i] = self.marked_slots[i]

    def worst(self, lines: int) -> int:
        """The score that the next action must beat to be among this number of lines."""
        return LOWEST if self.exact < lines else self.scores[lines - 1]

    def keep(self, i: int, line: Actions, start: int, length: int) -> None:
        """Store the line of play that follows the action at index i."""
        slot = self.slots[i] ^ OTHER
        self.slots[i] = slot
        self.lengths[slot] = length
        for j in range(length):
            self.variations.data[slot * ROW + j] = line.data[start + j]

    def place(self, i: int, score: int) -> None:
        """Set the exact score of the action at index i, and move it up to its place among those with exact scores."""
        action, slot = self.actions[i], self.slots[i]
        to = 0
        while to < self.exact and to < i and self.scores[to] >= score:
            to += 1
        while i > to:
            self.actions[i] = self.actions[i - 1]
            self.scores[i] = self.scores[i - 1]
            self.slots[i] = self.slots[i - 1]
            i -= 1
        self.actions[to] = action
        self.scores[to] = score
        self.slots[to] = slot
        self.exact += 1

    def listed(self, lines: int) -> list[Line]:
        """The best lines, best first."""
        found = []
        for i in range(min(lines, self.count)):
            start = self.slots[i] * ROW
            after = [int(self.variations.data[start + j]) for j in range(self.lengths[self.slots[i]])]
            found.append(Line(int(self.actions[i]), int(self.scores[i]), (int(self.actions[i]), *after)))
        return found
