"""Annulling a match: it can still be viewed, but no longer counts.

Ratings depend on each other, so all ratings for the game are computed again, in the order in which matches ended. The
headers contain what this needs; hardly any logs are read. The result is the same as with `recompute`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec import structs
from sqlalchemy import ColumnElement, Table, and_, bindparam, delete, select

from quincunx.play.events import Created, read_event
from quincunx.play.legs import Leg
from quincunx.play.standings import Stats, Streak, continued, score
from quincunx.play.summary import Summary, summary
from quincunx.store.errors import Conflict
from quincunx.store.matches import Header
from quincunx.store.recompute import Ledger, Row, fill, folded, gone
from quincunx.store.results import StatsKey, stats_keys
from quincunx.store.schema import balance, rating_history, ratings, stats, streaks
from quincunx.words import phrase

if TYPE_CHECKING:
    from quincunx.store.store import Unit


class Rerating:
    """Ratings and balance of a game without some matches, computed match by match in the order of their endings.

    Most of the work is done in advance, while others can write (`prepare`); few matches end in the meantime.
    """

    def __init__(self, unit: Unit, game: str, without: frozenset[str]) -> None:
        self.without = without
        self._game = game
        self._annulled = unit.matches.annulled(game)
        self._ledger = Ledger()
        self._last = 0

    def holds(self, unit: Unit, without: frozenset[str]) -> bool:
        """Whether this leaves out exactly these matches, and no other match has been annulled since it was created."""
        return self.without == without and self._annulled == unit.matches.annulled(self._game)

    def follow(self, unit: Unit) -> None:
        """Add the matches that have ended since the last call."""
        points = rating_history.c
        since = (points.game == self._game, points.finished > self._last)
        times = {row.match: row.at for row in unit.connection.execute(select(points.match, points.at).where(*since))}
        for header in unit.matches.ended(self._game, rated=True, after=self._last):
            self._last = header.finished or 0
            if header.id not in self.without:  # if it has no time, all its players' accounts are deleted
                self._ledger.rate(header, _result(unit, header), times.get(header.id, 0))

    def write(self, unit: Unit) -> None:
        """Write the results to the tables."""
        rows = self._ledger.rows(gone(unit))
        for table in (ratings, rating_history, balance):
            _replace(unit, table, table.c.game == self._game, rows[table])


def prepare(unit: Unit, match: str) -> Rerating | None:
    """Do the long, read-only part of annulling a match; returns None if the match is not rated."""
    unit.allow_pauses()
    both = _both(unit, match)
    return _rerating(unit, both) if any(each.rated for each in both) else None


def annul(unit: Unit, match: str, now: int, prepared: Rerating | None = None) -> list[str]:
    """Annul a match that has ended, together with the other of two games if there is one; returns their ids.

    If the other game is still being played, it will not count either. Raises Conflict if there is nothing to annul.
    """
    unit.allow_pauses()
    unit.matches.stop_endings()
    both = _both(unit, match)
    if both[0].finished is None:
        raise Conflict(phrase("store.match.not_finished"))
    if both[0].annulled is not None:
        raise Conflict(phrase("store.match.annulled_already"))
    if any(each.rated for each in both):
        fits = prepared is not None and prepared.holds(unit, _ids(both))
        rerating = prepared if prepared is not None and fits else _rerating(unit, both)
        rerating.follow(unit)
        rerating.write(unit)
    for each in both:
        unit.matches.update(each.id, annulled=now)
    for each in both:
        if each.finished is not None:
            _uncount(unit, each)
    return [each.id for each in both]


def _both(unit: Unit, match: str) -> list[Header]:
    """The match, and the other of two games if there is one."""
    header = unit.matches.get(match)
    return [header, *([unit.matches.get(header.other_leg)] if header.other_leg else [])]


def _ids(headers: list[Header]) -> frozenset[str]:
    return frozenset(header.id for header in headers)


def _rerating(unit: Unit, both: list[Header]) -> Rerating:
    rerating = Rerating(unit, both[0].game, _ids(both))
    rerating.follow(unit)
    return rerating


def _result(unit: Unit, header: Header) -> Summary:
    """A summary with only what ratings and balance need, if possible without reading the log."""
    leg = None if header.leg is None else _leg(unit, header)
    known = Summary(header.winner, header.reason or "", 0, 0, (0, 0), leg)
    if leg is None or leg.first is None or header.winner is None or header.winner != leg.first.winner:
        return known
    return _summary(unit, header)  # each player has won once: the number of turns decides


def _leg(unit: Unit, header: Header) -> Leg | None:
    created = read_event(unit.log.first(header.id).payload)
    return created.leg if isinstance(created, Created) else None


def _replace(unit: Unit, table: Table, where: ColumnElement[bool], rows: set[Row]) -> None:
    """Make these the rows of the table that match the condition, changing only those that differ."""
    kept = {tuple(row) for row in unit.connection.execute(select(table).where(where))}
    key = [(index, column) for index, column in enumerate(table.c) if column.primary_key]
    old = [{f"key{index}": row[index] for index, _ in key} for row in kept - rows]
    if old:
        unit.connection.execute(delete(table).where(*(column == bindparam(f"key{at}") for at, column in key)), old)
    fill(unit, table, rows - kept)


def _uncount(unit: Unit, header: Header) -> None:
    """Remove the match from its players' stats and streaks."""
    ended = _summary(unit, header)
    left = gone(unit)
    for side, key in stats_keys(header).items():
        if key.account not in left:
            _uncount_stats(unit, key, side, ended)
            _recount_streak(unit, key)


def _uncount_stats(unit: Unit, key: StatsKey, side: int, ended: Summary) -> None:
    how = score(ended, side)
    here = and_(*(stats.c[name] == value for name, value in (key._asdict() | {"side": side}).items()))
    kept = next((tuple(row) for row in unit.connection.execute(select(stats).where(here))), None)
    if kept is None:
        return
    before = Stats(*kept[-len(Stats.__struct_fields__) :])
    fewer = {how: getattr(before, how) - 1, "captures": before.captures - ended.captures[side]}
    longest = before.longest if ended.turns < before.longest else _longest(unit, key, side)
    after = structs.replace(before, **fewer, longest=longest)
    played = after.won + after.lost + after.drawn
    _replace(unit, stats, here, {(*key, side, *structs.astuple(after))} if played else set())


def _longest(unit: Unit, key: StatsKey, side: int) -> int:
    """The length of the longest match in turns. A log has at least one event per turn, so few logs must be read."""
    longest = 0
    for header in sorted(_counted(unit, key, side), key=lambda each: -each.version):
        if header.version <= longest:
            break
        longest = max(longest, _summary(unit, header).turns)
    return longest


def _recount_streak(unit: Unit, key: StatsKey) -> None:
    streak: Streak | None = None
    for header in _counted(unit, key):
        known = Summary(header.winner, header.reason or "", 0, 0, (0, 0))
        (side,) = header.sides_of(key.account)
        streak = continued(streak or Streak(), score(known, side))
    here = and_(*(streaks.c[name] == value for name, value in key._asdict().items()))
    _replace(unit, streaks, here, set() if streak is None else {(*key, *structs.astuple(streak))})


def _counted(unit: Unit, key: StatsKey, side: int | None = None) -> Iterator[Header]:
    """The matches that count towards a key, on one side or on both, in the order in which they ended."""
    for header in unit.matches.ended(key.game, account=key.account):
        sides = [at for at, each in stats_keys(header).items() if each == key]
        if sides and (side is None or side in sides):
            yield header


def _summary(unit: Unit, header: Header) -> Summary:
    match = folded(unit, header)
    ended = None if match is None else summary(match)
    assert ended is not None, "a match that has ended has a result"
    return ended
