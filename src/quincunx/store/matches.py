"""The headers of matches: the game, the players and the status; everything else is in the log."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterator, Sequence
from typing import Any, Literal, NamedTuple

import msgspec
from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    Select,
    and_,
    bindparam,
    exists,
    func,
    insert,
    or_,
    select,
    update,
)

from quincunx.play.events import Created, Kind, Visibility, read_event
from quincunx.play.legs import Legs
from quincunx.play.match import Status
from quincunx.store.dialects import adding
from quincunx.store.errors import Missing
from quincunx.store.schema import counters, events, matches, seats
from quincunx.words import phrase

PAGE = 50
AT_ONCE = 1000  # headers to read at once, if there are many
BETWEEN_PEOPLE: tuple[Kind, ...] = ("invite", "challenge", "pool")

_ADDING = adding(matches)
_VERSIONS = select(matches.c.id, matches.c.version).where(matches.c.id.in_(bindparam("ids", expanding=True)))

Result = Literal["won", "lost", "drawn"]


def new_id() -> str:
    """A new id that cannot be guessed, and cannot be mistaken for an option on a command line."""
    made = secrets.token_urlsafe(12)
    return new_id() if made.startswith("-") else made


class Seat(msgspec.Struct, frozen=True):
    """The player of a side: an account, a bot or a friend at the same screen by name, or nobody yet."""

    account: str | None = None
    bot: str | None = None
    friend: str | None = None


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """A match without its events."""

    id: str
    game: str
    options: dict[str, Any] = {}
    clock: dict[str, Any] = {}
    kind: Kind
    rated: bool = False
    visibility: Visibility = "public"
    status: Status
    seats: tuple[Seat, Seat] = (Seat(), Seat())
    invite: str | None = None
    version: int = 0
    created: int
    updated: int = 0
    finished: int | None = None
    winner: int | None = None
    reason: str | None = None
    leg: Legs | None = None  # which of two games
    other_leg: str | None = None  # the match of the other game, once it exists
    annulled: int | None = None  # when it was annulled

    def sides_of(self, account: str) -> tuple[int, ...]:
        """The sides on which the account is seated: none, one, or both in matches from before friends had seats."""
        return tuple(side for side, seat in enumerate(self.seats) if seat.account == account)


class Seen(NamedTuple):
    """The position of a match in lists; it includes the id, because both legs are often updated at the same time."""

    updated: int
    id: str


class Matches:
    """The headers of all matches."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def create(self, header: Header) -> bool:
        """Add a match with an empty log; returns False if it already exists."""
        row = msgspec.structs.asdict(header) | {
            "options": msgspec.json.encode(header.options).decode(),
            "clock": msgspec.json.encode(header.clock).decode(),
            "version": 0,
            "updated": header.created,
        }
        del row["seats"]
        if self._connection.execute(_ADDING[self._connection.dialect.name], row).rowcount == 0:
            return False
        self._connection.execute(
            insert(seats),
            [
                {"match": header.id, "side": side, **msgspec.structs.asdict(seat)}
                for side, seat in enumerate(header.seats)
            ],
        )
        return True

    def get(self, match: str) -> Header:
        """The match's header; raises Missing if there is none."""
        found = self._read(select(matches).where(matches.c.id == match))
        if not found:
            raise Missing(phrase("store.match.no_such_match", match=match))
        return found[0]

    def seat(self, match: str, side: int, seat: Seat) -> None:
        """Set the player of a side."""
        place = update(seats).where(seats.c.match == match, seats.c.side == side)
        self._connection.execute(place.values(msgspec.structs.asdict(seat)))

    def update(self, match: str, **changes: object) -> None:
        """Change columns of the header: status, visibility, rated, invite."""
        self._connection.execute(update(matches).where(matches.c.id == match).values(changes))

    def finish(self, match: str, winner: int | None, reason: str) -> int:
        """Finish the match and return its number in the order of endings; other endings wait for this transaction."""
        counting = update(counters).where(counters.c.name == "finished").values(value=counters.c.value + 1)
        number = int(self._connection.execute(counting.returning(counters.c.value)).scalar_one())
        self.update(match, status="finished", finished=number, winner=winner, reason=reason)
        return number

    def stop_endings(self) -> None:
        """Prevent matches from ending in other transactions until this one ends."""
        self._connection.execute(select(counters).where(counters.c.name == "finished").with_for_update()).all()

    def annulled(self, game: str) -> int:
        """The number of annulled matches of a game."""
        return self._count(matches.c.game == game, matches.c.annulled.is_not(None))

    def ended(
        self, game: str, *, account: str | None = None, rated: bool | None = None, after: int = 0
    ) -> Iterator[Header]:
        """The matches of a game that have ended and count, in the order of endings.

        They can be limited to one account, to rated (or unrated) matches, and to those after a number in that order.
        """
        these = [matches.c.game == game, matches.c.annulled.is_(None)]
        if account is not None:
            these.append(matches.c.id.in_(select(seats.c.match).where(seats.c.account == account)))
        if rated is not None:
            these.append(matches.c.rated.is_(rated))
        last = after
        while True:
            page = select(matches).where(*these, matches.c.finished > last).order_by(matches.c.finished)
            headers = self._read(page.limit(AT_ONCE))
            yield from headers
            if len(headers) < AT_ONCE:
                return
            last = headers[-1].finished or 0

    def of_account(
        self,
        account: str,
        *,
        status: Sequence[Status] = (),
        game: str | None = None,
        kinds: Sequence[Kind] = (),
        result: Result | None = None,
        before: Seen | None = None,
        most: int | None = PAGE,
    ) -> list[Header]:
        """An account's matches, latest first, after the last one seen; all of them if `most` is None."""
        mine = [matches.c.id.in_(select(seats.c.match).where(seats.c.account == account)), *_of_game(game)]
        if kinds:
            mine.append(matches.c.kind.in_(kinds))
        if result is not None:
            mine += _with_result(account, result)
        return self._page(mine, status, before, most)

    def under_way(self, account: str) -> int:
        """The number of an account's matches that are open or running; a challenge counts once it is accepted."""
        mine = select(seats.c.match).where(seats.c.account == account)
        waits = and_(matches.c.status == "open", matches.c.kind != "challenge")
        return self._count(matches.c.id.in_(mine), or_(matches.c.status == "running", waits))

    def waiting_between(self, one: str, other: str) -> int:
        """The number of unanswered challenges between two accounts."""
        both = (matches.c.id.in_(select(seats.c.match).where(seats.c.account == account)) for account in (one, other))
        return self._count(*both, matches.c.status == "open", matches.c.kind == "challenge")

    def waiting_for(self, account: str) -> int:
        """The number of challenges that an account has received and not answered."""
        mine = select(seats.c.match).where(seats.c.account == account)
        first = select(events.c.payload).join_from(events, matches).where(events.c.version == 1)
        sent = first.where(matches.c.id.in_(mine), matches.c.status == "open", matches.c.kind == "challenge")
        made = (read_event(bytes(payload)) for payload in self._connection.execute(sent).scalars())
        return sum(isinstance(event, Created) and event.invited == account for event in made)

    def are_kept(self) -> bool:
        """Whether there are any matches, including private ones."""
        return self._connection.execute(select(matches.c.id).limit(1)).first() is not None

    def _count(self, *where: ColumnElement[bool]) -> int:
        return int(self._connection.execute(select(func.count()).select_from(matches).where(*where)).scalar_one())

    def listed(
        self,
        *,
        status: Sequence[Status] = (),
        game: str | None = None,
        account: str | None = None,
        before: Seen | None = None,
        most: int = PAGE,
    ) -> list[Header]:
        """The public matches of all accounts or of one, latest first."""
        shown = [matches.c.visibility == "public", *_of_game(game)]
        if account is not None:
            shown.append(matches.c.id.in_(select(seats.c.match).where(seats.c.account == account)))
        return self._page(shown, status, before, most)

    def versions(self, ids: Sequence[str]) -> dict[str, int]:
        """The versions of the matches that exist."""
        found = self._connection.execute(_VERSIONS, {"ids": list(ids)})
        return {row.id: row.version for row in found}

    def alive(
        self, attended: Collection[str], *, moved: int, moved_alone: int, most: int, game: str | None = None
    ) -> list[Header]:
        """The active public matches of all games or of one, latest first.

        A match is active if it was updated since `moved` and is in `attended` (somebody is following it), or if it is
        between people and was updated since `moved_alone`.
        """
        alone = and_(matches.c.updated >= moved_alone, matches.c.kind.in_(BETWEEN_PEOPLE))
        happens = [matches.c.visibility == "public", matches.c.updated >= moved, *_of_game(game)]
        happens.append(or_(matches.c.id.in_(list(attended)), alone))
        return self._page(happens, ["running"], None, most)

    def _page(
        self, where: list[ColumnElement[bool]], status: Sequence[Status], before: Seen | None, most: int | None
    ) -> list[Header]:
        chosen = select(matches).where(*where).order_by(matches.c.updated.desc(), matches.c.id).limit(most)
        if status:
            chosen = chosen.where(matches.c.status.in_(status))
        if before is not None:
            later = or_(matches.c.updated < before.updated, matches.c.id > before.id)
            chosen = chosen.where(matches.c.updated <= before.updated, later)
        return self._read(chosen)

    def _read(self, chosen: Select[Any]) -> list[Header]:
        rows = self._connection.execute(chosen).all()
        sitting: dict[str, list[Seat]] = {row.id: [] for row in rows}
        places = select(seats).where(seats.c.match.in_(list(sitting))).order_by(seats.c.match, seats.c.side)
        for place in self._connection.execute(places) if rows else ():
            sitting[place.match].append(Seat(place.account, place.bot, place.friend))
        return [_header(row, sitting[row.id]) for row in rows]


def _of_game(game: str | None) -> list[ColumnElement[bool]]:
    return [] if game is None else [matches.c.game == game]


def _with_result(account: str, result: Result) -> list[ColumnElement[bool]]:
    """The condition for finished matches with that result for the account, without those it played on both sides."""
    befriended = exists().where(seats.c.match == matches.c.id, seats.c.friend.is_not(None))
    finished = [matches.c.finished.is_not(None), or_(matches.c.kind != "hot_seat", befriended)]
    if result == "drawn":
        return [*finished, matches.c.winner.is_(None)]
    won = exists().where(seats.c.match == matches.c.id, seats.c.account == account, seats.c.side == matches.c.winner)
    return [*finished, matches.c.winner.is_not(None), won if result == "won" else ~won]


def _header(row: Row[Any], sitting: list[Seat]) -> Header:
    columns = dict(row._mapping)
    columns["options"] = msgspec.json.decode(columns["options"])
    columns["clock"] = msgspec.json.decode(columns["clock"])
    return Header(**columns, seats=(sitting[0], sitting[1]))
