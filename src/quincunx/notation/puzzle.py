"""Puzzles as text: positions in which exactly one turn wins, or saves the game, and how the play goes on from it.

    made = "quincunx lab puzzles ..."          the command that wrote the file
    puzzles = [
      { rating = 1480, goal = "win", position = "...", solution = "d1-d4, e3-e5 e5-g5, d4-d8" },
    ]

Turns of a solution have commas between them, actions of a turn spaces. The solver has the first turn and the last.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from quincunx.core.state import State

Goal = Literal["win", "save"]
Turn = tuple[str, ...]  # its actions, as text
GOALS: tuple[Goal, ...] = ("win", "save")


@dataclass(frozen=True)
class Puzzle:
    """A position, what its player is to do there, the one way to do it, and how hard that is to find."""

    position: str
    goal: Goal
    solution: tuple[Turn, ...]
    rating: int
    proven: bool = False  # the win was seen to its end


@dataclass(frozen=True)
class Collection:
    """The puzzles of one file, and the command that made it."""

    made: str
    puzzles: tuple[Puzzle, ...]


def read_collection(text: str) -> Collection:
    """The puzzles that the text of a file holds."""
    table = tomllib.loads(text)
    return Collection(str(table["made"]), tuple(_read(**entry) for entry in table["puzzles"]))


def _read(position: str, goal: Goal, solution: str, rating: int, proven: bool = False) -> Puzzle:
    if goal not in GOALS:
        raise ValueError(f"a puzzle's goal is {goal!r}; expected one of {', '.join(GOALS)}")
    return Puzzle(position, goal, read_turns(solution), rating, proven)


def write_collection(made: str, puzzles: Sequence[Puzzle]) -> str:
    """The text of a file with these puzzles."""
    return "\n".join([f'made = "{made}"', "puzzles = [", *map(_write, puzzles), "]", ""])


def _write(puzzle: Puzzle) -> str:
    proven = ", proven = true" if puzzle.proven else ""
    solution = write_turns(puzzle.solution)
    head = f'rating = {puzzle.rating}, goal = "{puzzle.goal}"{proven}'
    return f'  {{ {head}, position = "{puzzle.position}", solution = "{solution}" }},'


def read_turns(text: str) -> tuple[Turn, ...]:
    """Turns from text such as `d1-d4, e3-e5 e5-g5`."""
    return tuple(tuple(turn.split()) for turn in text.split(","))


def write_turns(turns: Sequence[Turn]) -> str:
    """Turns as text."""
    return ", ".join(map(" ".join, turns))


def played(state: State, actions: Iterable[str]) -> State:
    """The state after some actions; ActionError for one that cannot be played."""
    ahead = state.copy()
    for text in actions:
        ahead.apply(ahead.parse(text))
    return ahead
