"""Puzzles as text: positions in which exactly one turn wins or saves the game, with the solution.

    made = "quincunx lab puzzles ..."          the command that wrote the file
    puzzles = [
      { rating = 1480, goal = "win", position = "...", solution = "d1-d4, e3-e5 e5-g5, d4-d8" },
    ]

In a solution, commas separate turns, and spaces separate the actions of a turn. The solver plays the first and the
last turn.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from quincunx.core.state import State

Goal = Literal["win", "save"]
Turn = tuple[str, ...]  # the actions of a turn, as text
GOALS: tuple[Goal, ...] = ("win", "save")


@dataclass(frozen=True)
class Puzzle:
    """A position, the player's goal, the only solution, and its difficulty."""

    position: str
    goal: Goal
    solution: tuple[Turn, ...]
    rating: int
    proven: bool = False  # whether the search has proven the win to the end


@dataclass(frozen=True)
class Collection:
    """The puzzles of one file, and the command that wrote it."""

    made: str
    puzzles: tuple[Puzzle, ...]


def read_collection(text: str) -> Collection:
    """Return the puzzles in a file's text."""
    table = tomllib.loads(text)
    return Collection(str(table["made"]), tuple(_read(**entry) for entry in table["puzzles"]))


def _read(position: str, goal: Goal, solution: str, rating: int, proven: bool = False) -> Puzzle:
    if goal not in GOALS:
        raise ValueError(f"a puzzle's goal is {goal!r}; expected one of {', '.join(GOALS)}")
    return Puzzle(position, goal, read_turns(solution), rating, proven)


def write_collection(made: str, puzzles: Sequence[Puzzle]) -> str:
    """Return the text of a file with these puzzles."""
    return "\n".join([f'made = "{made}"', "puzzles = [", *map(_write, puzzles), "]", ""])


def _write(puzzle: Puzzle) -> str:
    proven = ", proven = true" if puzzle.proven else ""
    solution = write_turns(puzzle.solution)
    head = f'rating = {puzzle.rating}, goal = "{puzzle.goal}"{proven}'
    return f'  {{ {head}, position = "{puzzle.position}", solution = "{solution}" }},'


def read_turns(text: str) -> tuple[Turn, ...]:
    """Parse turns from text such as `d1-d4, e3-e5 e5-g5`."""
    return tuple(tuple(turn.split()) for turn in text.split(","))


def write_turns(turns: Sequence[Turn]) -> str:
    """Return turns as text."""
    return ", ".join(map(" ".join, turns))


def in_notation(state: State, turns: Iterable[Sequence[str]]) -> tuple[str, ...]:
    """Return turns that follow one another from a state, each as players of the game write it."""
    notation, after, written = state.game.spec.move_notation(state.game), state, list[str]()
    for turn in turns:
        written.append(notation.write_turn(after, [state.game.read_action(text) for text in turn]))
        after = played(after, turn)
    return tuple(written)


def played(state: State, actions: Iterable[str]) -> State:
    """Return the state after some actions; raise ActionError if one cannot be played."""
    ahead = state.copy()
    for text in actions:
        ahead.apply(ahead.parse(text))
    return ahead
