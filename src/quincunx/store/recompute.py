"""Recomputing stats, ratings and balance from the logs, and comparing them with the tables."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import structs
from sqlalchemy import Table, delete, insert, select

from quincunx.play.balance import Tally, band, with_match
from quincunx.play.events import read_event
from quincunx.play.glicko import Rating
from quincunx.play.match import Match
from quincunx.play.seats import Bot, Friend, Person
from quincunx.play.seats import Seat as Player
from quincunx.play.standings import Stats, Streak, added, continued, decides, rerated, score
from quincunx.play.summary import Summary, summary
from quincunx.store.matches import Header, Seat
from quincunx.store.results import StatsKey, stats_keys
from quincunx.store.schema import accounts, balance, matches, rating_history, ratings, stats, streaks
from quincunx.store.store import Unit

Row = tuple[Any, ...]


class Ledger:
    """Stats, ratings and balance of matches, which are added in the order in which they ended."""

    def __init__(self) -> None:
        self._stats: dict[tuple[StatsKey, int], Stats] = defaultdict(Stats)
        self._streaks: dict[StatsKey, Streak] = defaultdict(Streak)
        self._ratings: dict[tuple[str, str], tuple[Rating, int]] = defaultdict(lambda: (Rating(), 0))
        self._history: list[Row] = []
        self._balance: dict[tuple[str, int], Tally] = defaultdict(Tally)

    def add(self, header: Header, ended: Summary, at: int) -> None:
        """Count a match."""
        counted = stats_keys(header)
        for side, key in counted.items():
            self._stats[key, side] = added(self._stats[key, side], ended, side)
            self._streaks[key] = continued(self._streaks[key], score(ended, side))
        self.rate(header, ended, at)

    def rate(self, header: Header, ended: Summary, at: int) -> None:
        """Count a match for ratings and balance only, if it is rated."""
        counted = stats_keys(header)
        if header.rated and len(counted) == 2:
            players = (counted[0], counted[1])
            self._weigh(header, ended, players)
            if decides(ended):
                self._rate(header, ended, at, players)

    def _weigh(self, header: Header, ended: Summary, players: tuple[StatsKey, StatsKey]) -> None:
        one, other = (self._ratings.get(key[:2], (Rating(), 0))[0] for key in players)
        weighed = (header.game, band((one, other)))
        self._balance[weighed] = with_match(self._balance[weighed], ended)

    def _rate(self, header: Header, ended: Summary, at: int, players: tuple[StatsKey, StatsKey]) -> None:
        before = [self._ratings[key[:2]] for key in players]
        after = rerated((before[0][0], before[1][0]), ended)
        for key, (_, played), new in zip(players, before, after, strict=True):
            self._ratings[key[:2]] = (new, played + 1)
            place = (key.account, header.finished, key.game, header.id, at)
            self._history.append((*place, *structs.astuple(new)))

    def rows(self, left: set[str]) -> dict[Table, set[Row]]:
        """The rows that the tables should have; of deleted accounts (`left`), only what other results depend on."""
        return {
            stats: {(*key, side, *structs.astuple(s)) for (key, side), s in self._stats.items() if key[0] not in left},
            streaks: {(*key, *structs.astuple(s)) for key, s in self._streaks.items() if key[0] not in left},
            ratings: {(*key, *structs.astuple(new), played) for key, (new, played) in self._ratings.items()},
            rating_history: {row for row in self._history if row[0] not in left},
            balance: {(*key, *structs.astuple(tally)) for key, tally in self._balance.items()},
        }


def differences(unit: Unit) -> list[str]:
    """The differences between the logs and the headers or tables, one line each."""
    ledger, faults = _read_logs(unit)
    for table, rows in ledger.rows(gone(unit)).items():
        kept = {tuple(row) for row in unit.connection.execute(select(table))}
        faults += [f"{table.name}: should not have {row}" for row in sorted(kept - rows, key=repr)]
        faults += [f"{table.name}: lacks {row}" for row in sorted(rows - kept, key=repr)]
    return faults


def recompute(unit: Unit) -> None:
    """Rebuild the tables from the logs."""
    ledger, _ = _read_logs(unit)
    for table, rows in ledger.rows(gone(unit)).items():
        unit.connection.execute(delete(table))
        fill(unit, table, rows)


def _read_logs(unit: Unit) -> tuple[Ledger, list[str]]:
    """The ledger of all logs, and the differences between headers and their logs."""
    unit.allow_pauses()
    ledger, faults = Ledger(), []
    for header in _headers(unit):
        match = folded(unit, header)
        faults += [f"match {header.id}: {fault}" for fault in _faults(header, match)]
        ended = match and summary(match)
        if match and ended and header.finished is not None and header.annulled is None:
            ledger.add(header, ended, match.ended)
    return ledger, faults


def fill(unit: Unit, table: Table, rows: Iterable[Row]) -> None:
    """Insert rows into a table."""
    names = [column.name for column in table.c]
    filled = [dict(zip(names, row, strict=True)) for row in rows]
    if filled:
        unit.connection.execute(insert(table), filled)


def gone(unit: Unit) -> set[str]:
    """The accounts that have been deleted."""
    return set(unit.connection.execute(select(accounts.c.id).where(accounts.c.kind == "deleted")).scalars())


def _headers(unit: Unit) -> Iterator[Header]:
    """All matches: first those that have ended, in the order of endings, then the others."""
    ids = select(matches.c.id).order_by(matches.c.finished.is_(None), matches.c.finished, matches.c.id)
    for match in unit.connection.execute(ids).scalars().all():
        yield unit.matches.get(match)


def folded(unit: Unit, header: Header) -> Match | None:
    """The match, folded from its log."""
    log = unit.log.read(header.id)
    return Match.from_events(read_event(event.payload) for event in log) if log else None


def _faults(header: Header, match: Match | None) -> Iterator[str]:
    """The differences between a header and its log."""
    if match is None:
        yield "has no log"
        return
    created = match.created
    pairs: dict[str, tuple[object, object]] = {
        "version": (header.version, match.version),
        "status": (header.status, match.status),
        "game": (header.game, created.game),
        "kind": (header.kind, created.kind),
        "rated": (header.rated, created.rated),
        "leg": ((header.leg, header.other_leg), _legs(match)),
        "seats": (header.seats, tuple(_seat(seat, created.invited) for seat in match.seats)),
        "end": (header.finished is not None, match.result is not None),
        "result": ((header.winner, header.reason), tuple(match.result or (None, None))),
    }
    for name, (kept, told) in pairs.items():
        if kept != told:
            yield f"{name} is {kept}, the log says {told}"


def _legs(match: Match) -> tuple[int | None, str | None]:
    """Which of two games it is, and the match of the other game, if it exists."""
    leg = match.created.leg
    if leg is None:
        return None, None
    return leg.number, leg.first.match if leg.first else match.rematch or None


def _seat(seat: Player | None, invited: str) -> Seat:
    """A seat in the form used by headers, where a seat reserved for an account has that account."""
    match seat:
        case Person(account):
            return Seat(account=account)
        case Bot():
            return Seat(bot=seat.name)
        case Friend(name):
            return Seat(friend=name)
    return Seat(account=invited or None)
