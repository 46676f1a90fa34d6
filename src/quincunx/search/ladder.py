"""The levels against each other and a random player: what is played, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterator

from quincunx.core.game import Game
from quincunx.search.contest import Contest, Pair, play_pair
from quincunx.search.levels import LEVELS
from quincunx.search.pool import in_processes
from quincunx.search.ratings import Rating, Result, ratings

PLAYERS = ("random", *(f"level {level.number}" for level in LEVELS))
REACH = 2  # rungs: whoever is further apart wins all games, and nothing is learnt

Meeting = tuple[int, int]  # by number of the players
Task = tuple[Contest, Meeting, int]


def meetings() -> list[Meeting]:
    """Who plays whom."""
    count = len(PLAYERS)
    return [(i, j) for i in range(count) for j in range(i + 1, min(i + REACH, count - 1) + 1)]


def play_ladder(game: Game, games: int, seconds: float, seed: int, workers: int) -> Iterator[tuple[Meeting, Pair]]:
    """So many games for each meeting, as they are done."""
    tasks = [
        (Contest(game, (PLAYERS[i], PLAYERS[j]), seconds, seed), (i, j), number)
        for number in range((games + 1) // 2)
        for i, j in meetings()
    ]
    return in_processes(_play_task, tasks, workers)


def _play_task(task: Task) -> tuple[Meeting, Pair]:
    contest, meeting, number = task
    return meeting, play_pair(contest, number)


def rated(played: list[tuple[Meeting, Pair]]) -> list[Rating]:
    """The ratings of all players, above the random one."""
    results = [Result(i, j, 2, one.result + other.result) for (i, j), (one, other) in played]
    return ratings(len(PLAYERS), _together(results))


def _together(results: list[Result]) -> list[Result]:
    return [
        Result(
            i,
            j,
            sum(r.games for r in results if (r.first, r.second) == (i, j)),
            sum(r.points for r in results if (r.first, r.second) == (i, j)),
        )
        for i, j in meetings()
    ]
