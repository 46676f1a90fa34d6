"""The cells of actions. Ending a turn, passing and timeouts have none."""

from __future__ import annotations

from collections.abc import Iterable

from quincunx.core import action_codes

Move = tuple[int, int]  # origin and target cells; both are the same if a piece is placed

BARE = (action_codes.END, action_codes.PASS, action_codes.TIMEOUT)


def is_bare(action: int) -> bool:
    """Return whether the action has no cells."""
    return action_codes.kind_of(action) in BARE


def moves_of(actions: Iterable[int]) -> list[Move]:
    """Return the cells of the actions, without actions that have none."""
    return [
        (action_codes.origin_of(action), action_codes.target_of(action)) for action in actions if not is_bare(action)
    ]
