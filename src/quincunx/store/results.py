"""Results of matches: stats, streaks, ratings and their history, and balance of games, updated when a match ends."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, Table, delete, insert, select

from quincunx.play.balance import Tally, band, with_match
from quincunx.play.glicko import SETTLED, Rating
from quincunx.play.seats import bot_level
from quincunx.play.standings import Stats, Streak, added, continued, decides, rerated, score
from quincunx.play.summary import Summary
from quincunx.protocol.ratings import Change, Leader, OpponentKind, PlayerRating, PlayerStats, PlayerStreak, Point
from quincunx.store.matches import Header, Matches
from quincunx.store.schema import accounts, balance, rating_history, ratings, stats, streaks

MOST_LEADERS = 100


class StatsKey(NamedTuple):
    """Identifies matches that are counted together: those of one account in a game against one kind of opponent."""

    account: str
    game: str
    opponent: str


class Evenness(msgspec.Struct, frozen=True):
    """The first side's results in rated matches between people in one rating band, given by its lowest rating."""

    game: str
    band: int
    tally: Tally


def stats_keys(header: Header) -> dict[int, StatsKey]:
    """The key that a match counts towards, for each side with a person; empty if one account plays both sides."""
    first, second = header.seats
    if first.account is not None and first.account == second.account:
        return {}
    return {
        side: StatsKey(seat.account, header.game, _opponent(header, 1 - side))
        for side, seat in enumerate(header.seats)
        if seat.account is not None
    }


def _opponent(header: Header, side: int) -> str:
    """The kind of opponent on that side, as it is stored: a bot by its name, the pool, or a friend."""
    return header.seats[side].bot or ("pool" if header.kind == "pool" else "friend")


def _kind(stored: str) -> tuple[OpponentKind, int | None]:
    """The kind of a stored opponent, and the level of a bot."""
    level = bot_level(stored)
    if level is not None:
        return "bot", level
    return ("pool" if stored == "pool" else "friend"), None


class Results:
    """Stats and ratings of every account."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def finish(self, match: str, summary: Summary, at: int) -> None:
        """Count a match that has just ended, in the transaction that ends it, unless it is already annulled."""
        matches = Matches(self._connection)
        number = matches.finish(
            match, summary.winner, summary.reason
        )  # must come first: transactions that end other matches at the same time wait here
        header = matches.get(match)
        if header.annulled is not None:
            return  # is counted with the first of two games
        counted = stats_keys(header)
        gone = self._deleted({key.account for key in counted.values()})
        for side, key in counted.items():
            if key.account not in gone:
                self._count(key, side, summary)
        if header.rated and len(counted) == 2:
            players = (counted[0], counted[1])
            self._weigh(header, players, summary)
            if decides(summary):
                self._rate(header, players, summary, number, at, gone)

    def _deleted(self, ids: set[str]) -> set[str]:
        gone = select(accounts.c.id).where(accounts.c.id.in_(ids), accounts.c.kind == "deleted")
        return set(self._connection.execute(gone).scalars())

    def _count(self, key: StatsKey, side: int, summary: Summary) -> None:
        on_side = key._asdict() | {"side": side}
        before = self._row(stats, on_side)
        self._put(stats, on_side, msgspec.structs.asdict(added(Stats(*before), summary, side)))
        run = self._row(streaks, key._asdict())
        self._put(streaks, key._asdict(), msgspec.structs.asdict(continued(Streak(*run), score(summary, side))))

    def _rate(
        self, header: Header, players: tuple[StatsKey, StatsKey], summary: Summary, number: int, at: int, gone: set[str]
    ) -> None:
        keys = [{"account": player.account, "game": player.game} for player in players]
        before = [self._row(ratings, key) for key in keys]
        after = rerated((Rating(*before[0][:3]), Rating(*before[1][:3])), summary)
        for key, old, new in zip(keys, before, after, strict=True):
            values = msgspec.structs.asdict(new)
            self._put(ratings, key, values | {"played": (old[3] if old else 0) + 1})
            if key["account"] not in gone:
                point = key | values | {"finished": number, "match": header.id, "at": at}
                self._connection.execute(insert(rating_history), point)

    def _weigh(self, header: Header, players: tuple[StatsKey, StatsKey], summary: Summary) -> None:
        """Count the match for the balance of its game."""
        one, other = (self.rating(player.account, player.game) for player in players)
        key = {"game": header.game, "band": band((one, other))}
        self._put(balance, key, msgspec.structs.asdict(with_match(Tally(*self._row(balance, key)), summary)))

    def _row(self, table: Table, key: dict[str, Any]) -> tuple[Any, ...]:
        """The row's columns without its key; empty if there is no row."""
        values = [column for column in table.c if not column.primary_key]
        chosen = select(*values).where(*(table.c[name] == value for name, value in key.items()))
        return tuple(self._connection.execute(chosen).first() or ())

    def _put(self, table: Table, key: dict[str, Any], values: dict[str, Any]) -> None:
        self._connection.execute(delete(table).where(*(table.c[name] == value for name, value in key.items())))
        self._connection.execute(insert(table), key | values)

    def stats(self, account: str) -> list[PlayerStats]:
        """The account's stats for each key and side."""
        mine = select(stats).where(stats.c.account == account)
        mine = mine.order_by(stats.c.game, stats.c.opponent, stats.c.side)
        rows = self._connection.execute(mine)
        return [PlayerStats(game, *_kind(stored), side, Stats(*rest)) for _, game, stored, side, *rest in rows]

    def streaks(self, account: str) -> list[PlayerStreak]:
        """The account's streaks for each key."""
        mine = select(streaks).where(streaks.c.account == account)
        mine = mine.order_by(streaks.c.game, streaks.c.opponent)
        rows = self._connection.execute(mine)
        return [PlayerStreak(game, *_kind(stored), Streak(*rest)) for _, game, stored, *rest in rows]

    def ratings(self, account: str) -> list[PlayerRating]:
        """The account's ratings."""
        mine = select(ratings).where(ratings.c.account == account).order_by(ratings.c.game)
        rows = ((row[1], Rating(*row[2:5]), row[5]) for row in self._connection.execute(mine))
        return [PlayerRating(game, rating, played, rating.provisional) for game, rating, played in rows]

    def rating(self, account: str, game: str) -> Rating:
        """The account's rating in a game; the initial rating if it has none yet."""
        return Rating(*self._row(ratings, {"account": account, "game": game})[:3])

    def history(self, account: str, game: str) -> list[Point]:
        """The history of the account's rating, match by match."""
        table = rating_history.c
        columns = (table.match, table.at, table.rating, table.deviation, table.volatility)
        mine = select(*columns).where(table.account == account, table.game == game)
        rows = self._connection.execute(mine.order_by(table.finished))
        points = ((match, at, Rating(*rating)) for match, at, *rating in rows)
        return [Point(match, at, rating, rating.provisional) for match, at, rating in points]

    def changes(self, header: Header) -> tuple[Change | None, Change | None] | None:
        """How the match changed both players' ratings, or None if it did not; None for a deleted account.

        Of two games, only the second changes ratings. The rating before a match is the one after the previous match.
        """
        first, second = (self._change(header, seat.account or "") for seat in header.seats)
        return None if first is None and second is None else (first, second)

    def _change(self, header: Header, account: str) -> Change | None:
        table = rating_history.c
        mine = select(table.match, table.rating, table.deviation, table.volatility).where(
            table.account == account, table.game == header.game
        )
        until = mine.where(table.finished <= (header.finished or 0)).order_by(table.finished.desc()).limit(2)
        rows = self._connection.execute(until).all()
        if not rows or rows[0][0] != header.id:
            return None
        after, before = Rating(*rows[0][1:]), Rating(*(rows[1][1:] if len(rows) == 2 else ()))
        return Change(round(before.rating), round(after.rating), after.provisional)

    def leaders(self, game: str, most: int = MOST_LEADERS) -> list[Leader]:
        """The best members by a conservative estimate of their rating: two deviations below it.

        Provisional ratings are left out: otherwise a single win could lead the list on a small server.
        """
        sure = ratings.c.rating - 2 * ratings.c.deviation
        columns = (accounts.c.name, ratings.c.rating, ratings.c.deviation, ratings.c.volatility, ratings.c.played)
        board = (
            select(*columns)
            .join_from(ratings, accounts)
            .where(ratings.c.game == game, accounts.c.kind == "member")
            .where(ratings.c.deviation <= SETTLED)
            .order_by(sure.desc(), accounts.c.name)
            .limit(most)
        )
        rows = ((row[0], Rating(*row[1:4]), row[4]) for row in self._connection.execute(board))
        return [Leader(name, rating, played, rating.provisional) for name, rating, played in rows]

    def balance(self) -> list[Evenness]:
        """The first sides' results, one row for each rating band of each game."""
        rows = self._connection.execute(select(balance).order_by(balance.c.game, balance.c.band))
        return [Evenness(game, least, Tally(*tally)) for game, least, *tally in rows]
