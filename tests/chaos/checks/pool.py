"""Each pairing is made exactly once: a stay in the pool leads to at most one match, and to one that was wanted."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from chaos.checks.evidence import Evidence, Violation
from chaos.history import Seek
from quincunx.play.clocks import Clock
from quincunx.play.events import AnyEvent, Created, Rematched
from quincunx.play.seats import Person

SLACK = 2.0  # seconds by which the site's clock may differ from ours
LAST = 60.0  # seconds that a seek may outlive its connection while a process is suspended


class Pairing(NamedTuple):
    """A match that an account got from the pool."""

    match: str
    at: float  # seconds since the start of the run
    created: Created


def check_pool(evidence: Evidence) -> Iterator[Violation]:
    """Find a stay in the pool for every pairing of every account; each stay is used only once."""
    stays: defaultdict[str, list[Seek]] = defaultdict(list)
    for seek in evidence.history.seeks:
        stays[seek.account].append(seek)
    for account, pairings in _pairings(evidence).items():
        yield from _assign(evidence, account, pairings, stays[account])


def _pairings(evidence: Evidence) -> dict[str, list[Pairing]]:
    """Each account's matches from the pool, in chronological order, without rematches and second games."""
    following = {event.match for log in evidence.events.values() for event in log if isinstance(event, Rematched)}
    found: defaultdict[str, list[Pairing]] = defaultdict(list)
    for match, log in evidence.events.items():
        created = log[0]
        if isinstance(created, Created) and created.kind == "pool" and match not in following:
            at = (created.at - evidence.history.wall) / 1000
            for account in _people(created):
                found[account].append(Pairing(match, at, created))
    return {account: sorted(pairings, key=lambda pairing: pairing.at) for account, pairings in found.items()}


def _people(created: Created) -> list[str]:
    return [seat.account for seat in created.seats if isinstance(seat, Person)]


def _assign(evidence: Evidence, account: str, pairings: list[Pairing], seeks: list[Seek]) -> Iterator[Violation]:
    """Assign to each pairing the stay that ends first among those that match it."""
    free = list(seeks)
    for pairing in pairings:
        fitting = [seek for seek in free if _fits(seek, pairing)]
        if fitting:
            free.remove(min(fitting, key=_end))
            continue
        operations = [seek.operation for seek in seeks if _is_near(seek, pairing)]
        notes = [f"{evidence.name(account)} was paired in {one.match} at {one.at:.3f} s" for one in pairings]
        yield evidence.violation("paired without a seek, or twice", pairing.match, operations, [1], *notes)


def _end(seek: Seek) -> float:
    ends = [seek.until, None if seek.dropped is None else seek.dropped + LAST]
    return min((end for end in ends if end is not None), default=float("inf"))


def _fits(seek: Seek, pairing: Pairing) -> bool:
    asked = seek.operation.request
    created = pairing.created
    alike = asked["game"] == created.game and msgspec.convert(asked["clock"], Clock) == created.clock
    legs = 1 if created.leg is None else 2
    if not alike or asked.get("legs", 1) != legs or (created.rated and not asked.get("rated", False)):
        return False
    return seek.operation.invoked - SLACK <= pairing.at <= _end(seek) + SLACK


def _is_near(seek: Seek, pairing: Pairing) -> bool:
    return abs(seek.operation.invoked - pairing.at) < LAST


def people_of(log: list[AnyEvent]) -> set[str]:
    """The accounts that have a seat in a match."""
    seats = [seat for event in log for seat in getattr(event, "seats", (getattr(event, "seat", None),))]
    return {seat.account for seat in seats if isinstance(seat, Person)}
