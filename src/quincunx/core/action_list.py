"""Sorted lists of actions, for Python callers. Compiled modules inline the C version in the .pxd file.

Python ints are made once and used again, because making them costs more than finding the actions. The last list is
kept with the state that it belongs to: usually one of its actions is played next.
"""

from __future__ import annotations


def sort(actions: list[int], count: int) -> None:
    """Sort the first `count` actions."""
    actions[:count] = sorted(actions[:count])


def listed(actions: list[int], count: int) -> list[int]:
    """Return the first `count` actions as a list of Python ints."""
    return actions[:count]


def has(actions: list[int], count: int, action: int) -> bool:
    """Return whether the action is among the first `count` actions."""
    return action in actions[:count]


def plain(action: object) -> int:
    """Return an action that is a Python int as a number; -1 for any other object, and for ints that are no actions."""
    return action if type(action) is int and 0 <= action < 1 << 31 else -1


def keep(owner: object, actions: list[int], count: int) -> None:
    """Keep the state's sorted legal actions instead of any others; only the C version keeps some."""


def recall(owner: object, action: int) -> int:
    """Return whether the action is among those kept for the state, or -1 if there are none."""
    return -1


def forget(owner: object) -> None:
    """Forget the actions kept for the state, because it changes."""
