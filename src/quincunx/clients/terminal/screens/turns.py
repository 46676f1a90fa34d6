"""The moves of a game, a line for each turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from quincunx.core.state import State


@dataclass(frozen=True)
class Turn:
    """One turn: its number from 1, who had it, and the actions as text."""

    number: int
    side: int
    actions: tuple[str, ...]


def texts(state: State, actions: Sequence[int]) -> list[str]:
    """The actions as text, from that state on."""
    after, written = state.copy(), []
    for action in actions:
        written.append(after.text(action))
        after.apply(action)
    return written


def turns(state: State) -> list[Turn]:
    """All turns so far, the one under way included."""
    back = state.copy()
    played: list[tuple[int, int, str]] = []
    while back.actions():
        action = back.undo()
        played.append((back.turn, back.to_move, back.text(action)))
    found: list[Turn] = []
    for number, side, text in reversed(played):
        if found and found[-1].number == number + 1:
            found[-1] = Turn(number + 1, side, (*found[-1].actions, text))
        else:
            found.append(Turn(number + 1, side, (text,)))
    return found
