"""Games between the levels and a random player, and the resulting ratings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from quincunx.core.evaluation import SHIPPED
from quincunx.core.game import Game
from quincunx.search.levels import LEVELS
from quincunx.search.process_pool import in_processes
from quincunx.search.ratings import Ratings, Result, ratings
from quincunx.search.tournament import Contest, Pair, play_pair

PLAYERS = ("random", *(f"level {level.number}" for level in LEVELS))
REACH = 2  # rungs: players further apart do not meet, because the stronger one would win every game

Meeting = tuple[int, int]  # the numbers of the players
Task = tuple[Contest, Meeting, int]


def meetings() -> list[Meeting]:
    """All pairs of players that play each other."""
    count = len(PLAYERS)
    return [(i, j) for i in range(count) for j in range(i + 1, min(i + REACH, count - 1) + 1)]


def play_ladder(
    game: Game, games: int, seconds: float, seed: int, workers: int, evaluation: str = SHIPPED
) -> Iterator[tuple[Meeting, Pair]]:
    """Play this number of games for each meeting; yields the pairs of games as they are completed."""
    tasks = [
        (Contest(game, (PLAYERS[i], PLAYERS[j]), seconds, seed, evaluations=(evaluation, evaluation)), (i, j), number)
        for number in range((games + 1) // 2)
        for i, j in meetings()
    ]
    return in_processes(_play_task, tasks, workers)


def _play_task(task: Task) -> tuple[Meeting, Pair]:
    contest, meeting, number = task
    return meeting, play_pair(contest, number)


def rated(played: list[tuple[Meeting, Pair]]) -> Ratings:
    """The ratings of all players, relative to the random one."""
    points: defaultdict[Meeting, list[float]] = defaultdict(list)  # of player 0, by the numbers of both players
    for (i, j), pair in played:
        for game in pair:
            if game.first == 0:
                points[i, j].append(game.result)
            else:
                points[j, i].append(1 - game.result)
    return ratings(len(PLAYERS), [Result(i, j, len(found), sum(found)) for (i, j), found in points.items()])
