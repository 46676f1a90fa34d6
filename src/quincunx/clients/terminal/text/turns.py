"""The moves of a game, a line for each turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from quincunx.core.state import State

PASS, TIMEOUT = "pass", "timeout"
ENDS = ("end", PASS, TIMEOUT)


@dataclass(frozen=True)
class WrittenTurn:
    """One turn: its number from 1, its side, its actions in notation, and the separator between actions."""

    number: int
    side: int
    actions: tuple[str, ...]
    joint: str = " "

    @property
    def text(self) -> str:
        """All actions of the turn."""
        return self.joint.join(self.actions)

    @property
    def moves(self) -> str:
        """The actions without those that only end the turn."""
        return self.joint.join(action for action in self.actions if action not in ENDS)

    @property
    def passes(self) -> bool:
        """Whether the turn passed automatically, because there was no legal move or no time left."""
        return self.actions[-1] in (PASS, TIMEOUT)


def texts(state: State, actions: Sequence[int]) -> list[str]:
    """The actions as text, played from that state."""
    after, written = state.copy(), []
    for action in actions:
        written.append(after.text(action))
        after.apply(action)
    return written


def turns(state: State, since: int = 0) -> list[WrittenTurn]:
    """All turns after that many actions, including the current one."""
    back, notation = state.copy(), state.game.spec.move_notation(state.game)
    played: list[tuple[int, int, str]] = []
    for _ in state.actions()[since:]:
        action = back.undo()
        played.append((back.turn, back.to_move, notation.write(back, action)))
    found: list[WrittenTurn] = []
    for number, side, text in reversed(played):
        if found and found[-1].number == number + 1:
            found[-1] = WrittenTurn(number + 1, side, (*found[-1].actions, text), notation.joint)
        else:
            found.append(WrittenTurn(number + 1, side, (text,), notation.joint))
    return found
