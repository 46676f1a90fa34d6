"""Which bouts are played, and when there are enough."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations

from quincunx.clients.arena.bouts import Bout, Pairing, Played, Terms, play
from quincunx.search.learning.sprt import RatioTest
from quincunx.search.process_pool import in_processes


def pairings(players: int, gauntlet: bool) -> list[Pairing]:
    """Everybody against everybody, or in a gauntlet the first player against everybody else."""
    return [pair for pair in combinations(range(players), 2) if not gauntlet or pair[0] == 0]


class Schedule:
    """The bouts of an arena, one opening after the other. With a test, a pairing ends once its verdict is clear."""

    def __init__(self, terms: Terms, pairings: list[Pairing], bouts: int, test: RatioTest | None) -> None:
        self.terms, self.pairings, self.bouts, self.test = terms, pairings, bouts, test
        self.means: defaultdict[Pairing, list[float]] = defaultdict(list)
        self.numbers: set[tuple[Pairing, int]] = set()

    def note(self, played: Played) -> None:
        """Count a bout that has been played, now or earlier."""
        self.means[played.pairing].append(sum(played.results) / 2)
        self.numbers.add((played.pairing, played.number))

    def verdict(self, pairing: Pairing) -> bool | None:
        """Whether the first player is stronger, or None if that is not clear or not asked."""
        return None if self.test is None else self.test.verdict(self.means[pairing])

    def run(self, workers: int) -> Iterator[Played]:
        """Play what is missing, and yield each bout when it has been played."""
        for played in in_processes(play, self._missing(), workers):
            self.note(played)
            yield played

    def _missing(self) -> Iterator[Bout]:
        for number in range(self.bouts):
            for pairing in self.pairings:
                if (pairing, number) not in self.numbers and self.verdict(pairing) is None:
                    yield Bout(self.terms, pairing, number)
