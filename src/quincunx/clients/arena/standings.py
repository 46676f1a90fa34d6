"""The table of an arena: points, Elo with errors, and the score of each player against each other one."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from quincunx.clients.arena.bouts import Pairing, Played
from quincunx.clients.arena.uci_engine import CHEATED, CRASHED, HUNG
from quincunx.search.ratings import Rating, Result, ratings


@dataclass(frozen=True)
class Standing:
    """A player's number, rating, points and games, the points and games against each other player, and faults."""

    player: int
    rating: Rating
    points: float
    games: int
    against: dict[int, tuple[float, int]]
    faults: Counter[str]


def standings(players: int, played: Sequence[Played]) -> list[Standing]:
    """The players, best first. Ratings are relative to the first player that was named."""
    points: defaultdict[Pairing, float] = defaultdict(float)
    games, faults = Counter[Pairing](), [Counter[str]() for _ in range(players)]
    for bout in played:
        one, other = bout.pairing
        for number, result in enumerate(bout.results):
            points[one, other] += result
            points[other, one] += 1 - result
            games[one, other] += 1
            games[other, one] += 1
            _count_fault(bout, number, faults)
    found = ratings(players, _results(played)).players
    rows = [_standing(player, found[player], points, games, faults[player]) for player in range(players)]
    return sorted(rows, key=lambda row: -row.rating.elo)


def _standing(
    player: int, rating: Rating, points: dict[Pairing, float], games: Counter[Pairing], faults: Counter[str]
) -> Standing:
    against = {other: (points[one, other], count) for (one, other), count in games.items() if one == player}
    total, count = sum(each[0] for each in against.values()), sum(each[1] for each in against.values())
    return Standing(player, rating, total, count, against, faults)


def _count_fault(bout: Played, number: int, faults: list[Counter[str]]) -> None:
    outcome = bout.records[number].result
    if outcome is not None and outcome.winner is not None and outcome.reason in (CRASHED, HUNG, CHEATED):
        faults[bout.pairing[(1 - outcome.winner) ^ number]][outcome.reason] += 1


def _results(played: Sequence[Played]) -> list[Result]:
    """The games of each pairing and order of sides."""
    points: defaultdict[Pairing, list[float]] = defaultdict(list)  # of player 0, by the numbers of both
    for bout in played:
        one, other = bout.pairing
        first, second = bout.results
        points[one, other].append(first)
        points[other, one].append(1 - second)
    return [Result(one, other, len(found), sum(found)) for (one, other), found in points.items()]
