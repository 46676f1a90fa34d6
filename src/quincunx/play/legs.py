"""Two games as one match, in which each player plays each side once: the games are its legs, their total decides."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from quincunx.core.sides import Side

Legs = Literal[1, 2]  # how many games a match has
Games = tuple[tuple[int | None, int], ...]  # the winner of each, by the sides of the second, and its number of turns


class FirstLeg(Struct, frozen=True):
    """What the second game knows about the first: its match, the side that won it, and its number of turns."""

    match: str
    winner: Side | None
    turns: int


class Leg(Struct, frozen=True):
    """Which of two games a match is; the second refers to the first."""

    number: Legs
    first: FirstLeg | None = None


class Total(Struct, frozen=True):
    """The result of both games, by the sides of the second: points, the turns each player's win took, and the winner.

    If the points are equal, nobody wins, unless each player has won once and one of them in fewer turns.
    """

    points: tuple[float, float]
    turns: tuple[int | None, int | None]
    winner: Side | None


def begun(legs: Legs) -> Leg | None:
    """The leg that a match with this number of games begins with."""
    return Leg(1) if legs == 2 else None


def second(match: str, winner: int | None, turns: int) -> Leg:
    """The leg that follows the first game, given its match and result."""
    return Leg(2, FirstLeg(match, winner, turns))


def total(leg: Leg, winner: int | None, turns: int) -> Total | None:
    """The total of both games, given the result of the second; None after the first."""
    if leg.first is None:
        return None
    before = leg.first.winner
    here = None if before is None else 1 - before  # the players have changed sides since
    games = ((here, leg.first.turns), (winner, turns))
    points = _points(games, 0), _points(games, 1)
    needed = _needed(games, 0), _needed(games, 1)
    return Total(points, needed, _winner(points, needed))


def _points(games: Games, side: int) -> float:
    return sum(0.5 if winner is None else float(winner == side) for winner, _ in games)


def _needed(games: Games, side: int) -> int | None:
    """The turns of the side's shortest win, or None if it has not won."""
    return min((turns for winner, turns in games if winner == side), default=None)


def _winner(points: tuple[float, float], needed: tuple[int | None, int | None]) -> int | None:
    if points[0] != points[1]:
        return 0 if points[0] > points[1] else 1
    first, second = needed
    if first is None or second is None or first == second:
        return None
    return 0 if first < second else 1
