"""The moves of a game, a line for each turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from quincunx.core.state import State

PASS, TIMEOUT = "pass", "timeout"
ENDS = ("end", PASS, TIMEOUT)


@dataclass(frozen=True)
class WrittenTurn:
    """One turn: its number from 1, its side, its actions and their notation, and the separator between them."""

    number: int
    side: int
    played: tuple[int, ...]
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
    undone: list[tuple[int, int, int, str]] = []
    for _ in state.actions()[since:]:
        action = back.undo()
        undone.append((back.turn, back.to_move, action, notation.write(back, action)))
    found: list[WrittenTurn] = []
    for number, side, action, text in reversed(undone):
        going_on = found.pop() if found and found[-1].number == number + 1 else None
        played, written = (going_on.played, going_on.actions) if going_on else ((), ())
        found.append(WrittenTurn(number + 1, side, (*played, action), (*written, text), notation.joint))
    return found
