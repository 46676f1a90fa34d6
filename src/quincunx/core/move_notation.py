"""Notations for a game's moves: the game's own, or one that its players know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from quincunx.core.state import State


class MoveNotation:
    """The game's own notation, one word per action: `d1-d4`."""

    example: ClassVar[str] = ""  # an example turn for help texts, if the notation is not the game's own
    joint: ClassVar[str] = " "  # separates the words of a turn

    def write(self, state: State, action: int) -> str:
        """Return a legal action of the state as text."""
        return state.text(action)

    def read_turn(self, state: State, text: str) -> list[int]:
        """Return the legal actions that one word names; raise ActionError if it names none."""
        return [state.parse(text)]

    def write_line(self, state: State, actions: Sequence[int]) -> list[str]:
        """Return a word for each action of a sequence that starts from the state."""
        after, words = state.copy(), []
        for action in actions:
            words.append(self.write(after, action))
            after.apply(action)
        return words

    def write_turn(self, state: State, actions: Sequence[int]) -> str:
        """Return the actions of one turn, which starts from the state, as one text."""
        return self.joint.join(self.write_line(state, actions))
