"""How people write a game's moves: by the game's own texts, or in a notation that its players know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from quincunx.core.state import State


class MoveNotation:
    """The game's own texts, such as `d1-d4`: a word for each action."""

    example: ClassVar[str] = ""  # a turn in a notation that is not the game's own, for help
    joint: ClassVar[str] = " "  # what stands between the words of a turn

    def write(self, state: State, action: int) -> str:
        """A legal action of the state."""
        return state.text(action)

    def read_turn(self, state: State, text: str) -> list[int]:
        """The legal actions that one word names; ActionError where it names none."""
        return [state.parse(text)]

    def write_line(self, state: State, actions: Sequence[int]) -> list[str]:
        """A word for each of the actions from the state on."""
        after, words = state.copy(), []
        for action in actions:
            words.append(self.write(after, action))
            after.apply(action)
        return words
