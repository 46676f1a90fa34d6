"""The moves of a game, a line for each turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from quincunx.core.state import State

PASS, TIMEOUT = "pass", "timeout"
ENDS = ("end", PASS, TIMEOUT)


@dataclass(frozen=True)
class Turn:
    """One turn: its number from 1, who had it, and the actions as text."""

    number: int
    side: int
    actions: tuple[str, ...]

    @property
    def moves(self) -> tuple[str, ...]:
        """The actions but for the words that only end the turn."""
        return tuple(action for action in self.actions if action not in ENDS)

    @property
    def passes(self) -> bool:
        """Whether it ended without a choice: there was no move, or no time left."""
        return self.actions[-1] in (PASS, TIMEOUT)


def texts(state: State, actions: Sequence[int]) -> list[str]:
    """The actions as text, from that state on."""
    after, written = state.copy(), []
    for action in actions:
        written.append(after.text(action))
        after.apply(action)
    return written


def turns(state: State, since: int = 0) -> list[Turn]:
    """All turns after so many actions, the one under way included."""
    back = state.copy()
    played: list[tuple[int, int, str]] = []
    for _ in state.actions()[since:]:
        action = back.undo()
        played.append((back.turn, back.to_move, back.text(action)))
    found: list[Turn] = []
    for number, side, text in reversed(played):
        if found and found[-1].number == number + 1:
            found[-1] = Turn(number + 1, side, (*found[-1].actions, text))
        else:
            found.append(Turn(number + 1, side, (text,)))
    return found
