"""Matches over HTTP: lists, headers and records. Playing and watching go over the WebSocket."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import Controller, MediaType, Request, get
from litestar.di import NamedDependency
from litestar.params import FromQuery, PathParameter, QueryParameter

from quincunx.games import games
from quincunx.play.events import Kind, Visibility, read_event
from quincunx.play.match import Match, Status
from quincunx.play.replay import Replay, replay
from quincunx.play.scene import ENDINGS
from quincunx.server.errors import refusals
from quincunx.server.identity import Asker
from quincunx.server.players import member
from quincunx.store.errors import Missing
from quincunx.store.matches import Header, Result
from quincunx.store.store import Store, Unit

Id = Annotated[str, PathParameter(pattern=r"^[A-Za-z0-9_-]{1,32}\Z")]
Before = Annotated[int | None, QueryParameter(ge=0, le=2**53, description="the `updated` of the last one seen")]
Game = Annotated[str | None, QueryParameter(pattern=r"^[a-z_]{1,32}\Z")]
Member = Annotated[str | None, QueryParameter(pattern=r"^[A-Za-z0-9_-]{1,32}\Z", description="a member's name")]
Kinds = Annotated[list[Kind] | None, QueryParameter(max_items=5, description="how the matches came about")]
First = Annotated[int, QueryParameter(ge=0, le=2**31)]
Count = Annotated[int, QueryParameter(ge=1, le=64)]
Asking = Request[Asker, Any, Any]


class Player(msgspec.Struct, frozen=True):
    """Who sits on a side, by name; an empty name is an open seat."""

    name: str
    kind: str  # person, bot or open


class MatchShown(msgspec.Struct, frozen=True):
    """A match as lists show it."""

    id: str
    game: str
    rules: str
    options: dict[str, Any]
    clock: dict[str, Any]
    kind: Kind
    rated: bool
    visibility: Visibility
    status: Status
    players: tuple[Player, Player]
    mine: tuple[int, ...]  # the sides that the asker plays
    winner: int | None
    reason: str | None  # why it ended, a word; null while it has not
    ending: str  # the same in a sentence
    version: int
    created: int
    updated: int


class MatchController(Controller):
    """What was played, and what is."""

    path = "/api"
    tags = ["matches"]

    @get("/matches", summary="Matches that anybody may watch", responses=refusals(400, 401, 404))
    async def listed(
        self,
        request: Asking,
        store: NamedDependency[Store],
        status: FromQuery[Status | None] = None,
        game: Game = None,
        player: Member = None,
        before: Before = None,
    ) -> list[MatchShown]:
        """The public matches, of everybody or of one player, the latest first."""
        wanted = [status] if status else []

        def work(unit: Unit) -> list[MatchShown]:
            account = member(unit, player).id if player else None
            found = unit.matches.listed(status=wanted, game=game, account=account, before=before)
            return shown(unit, found, request.user)

        return await store.read(work)

    @get("/account/matches", summary="My matches", responses=refusals(400, 401, 403))
    async def mine(
        self,
        request: Asking,
        store: NamedDependency[Store],
        status: FromQuery[Status | None] = None,
        game: Game = None,
        kind: Kinds = None,
        result: FromQuery[Result | None] = None,
        before: Before = None,
    ) -> list[MatchShown]:
        """The asker's matches, the latest first."""
        account = request.user.known("read")
        by: dict[str, Any] = {"status": [status] if status else [], "game": game, "kinds": kind or [], "result": result}
        return await store.read(
            lambda unit: shown(unit, unit.matches.of_account(account.id, **by, before=before), request.user)
        )

    @get("/matches/{match:str}", summary="A match", responses=refusals(400, 401, 404))
    async def one(self, request: Asking, match: Id, store: NamedDependency[Store]) -> MatchShown:
        """A match that the asker may see."""
        return await store.read(lambda unit: shown(unit, [visible(unit, match, request.user)], request.user)[0])

    @get(
        "/matches/{match:str}/record",
        summary="A match's record",
        media_type=MediaType.TEXT,
        responses=refusals(400, 401, 404),
    )
    async def record(self, request: Asking, match: Id, store: NamedDependency[Store]) -> str:
        """The game so far as a record, which `quincunx replay` reads."""

        def work(unit: Unit) -> str:
            visible(unit, match, request.user)
            log = (read_event(payload) for _, _, payload in unit.log.read(match))
            return Match.from_events(log).record().text()

        return await store.read(work)

    @get("/matches/{match:str}/scenes", summary="A match to look at again", responses=refusals(400, 401, 404))
    async def scenes(
        self, request: Asking, match: Id, store: NamedDependency[Store], first: First = 0, count: Count = 40
    ) -> Replay:
        """The positions of the game so far, from the one after `first` actions on."""

        def work(unit: Unit) -> list[bytes]:
            visible(unit, match, request.user)
            return [payload for _, _, payload in unit.log.read(match)]

        payloads = await store.read(work)
        return await asyncio.to_thread(replay, map(read_event, payloads), first, count)


def visible(unit: Unit, match: str, asker: Asker) -> Header:
    """The match's header; Missing too where the asker may not know of it."""
    header = unit.matches.get(match)
    mine = asker.account is not None and bool(header.sides_of(asker.account.id))
    may_read = asker.token is None or "read" in asker.token.scopes
    if header.visibility == "private" and not (mine and may_read):
        raise Missing(f"there is no match {match}")
    return header


def shown(unit: Unit, headers: list[Header], asker: Asker) -> list[MatchShown]:
    """The headers with the players' names as the asker sees them, and without what opens an invitation."""
    ids = {seat.account for header in headers for seat in header.seats if seat.account is not None}
    names = unit.accounts.names(ids)
    account = asker.account.id if asker.account else ""
    return [_shown(header, names, header.sides_of(account)) for header in headers]


def _shown(header: Header, names: dict[str, str], mine: tuple[int, ...]) -> MatchShown:
    first, second = (
        Player(names[seat.account], "person") if seat.account else Player(seat.bot or "", "bot" if seat.bot else "open")
        for seat in header.seats
    )
    return MatchShown(
        header.id,
        header.game,
        header.rules,
        header.options,
        header.clock,
        header.kind,
        header.rated,
        header.visibility,
        header.status,
        (first, second),
        mine,
        header.winner,
        header.reason,
        _ending(header),
        header.version,
        header.created,
        header.updated,
    )


def _ending(header: Header) -> str:
    """Why the match ended, in words: the players' will or the clock's, or else the game's own reason."""
    if header.reason is None:
        return ""
    return ENDINGS.get(header.reason) or games()[header.game].reason_rules[header.reason][1]
