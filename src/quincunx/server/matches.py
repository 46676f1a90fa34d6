"""Matches over HTTP: lists, headers and records. Playing and watching go over the WebSocket."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Annotated, Any

from litestar import Controller, MediaType, Request, Response, get
from litestar.di import NamedDependency
from litestar.params import FromQuery, PathParameter, QueryParameter

from quincunx.host.fold_threads import fold, unhurried
from quincunx.notation import RECORD, written
from quincunx.play.events import AnyEvent, Kind, read_event
from quincunx.play.match import Match, Status
from quincunx.play.replay import Replay, replay
from quincunx.protocol.matches import MatchDetails, MatchShown
from quincunx.server.errors import refusals
from quincunx.server.fair_queue import FairQueue
from quincunx.server.identity import Asker
from quincunx.server.players import member
from quincunx.server.positions import who
from quincunx.server.request_limits import RequestLimits
from quincunx.store.errors import Missing
from quincunx.store.listing import shown, told
from quincunx.store.matches import Header, Result, Seen
from quincunx.store.store import Store, Unit
from quincunx.words import phrase

Id = Annotated[str, PathParameter(pattern=r"^[A-Za-z0-9_-]{1,32}\Z")]
Before = Annotated[
    str | None,
    QueryParameter(
        pattern=r"^[0-9]{1,16}\.[A-Za-z0-9_-]{1,32}\Z", description="the last one seen: its `updated`, a dot, its `id`"
    ),
]
Game = Annotated[str | None, QueryParameter(pattern=r"^[a-z_]{1,32}\Z")]
Member = Annotated[str | None, QueryParameter(pattern=r"^[A-Za-z0-9_-]{1,32}\Z", description="a member's name")]
Kinds = Annotated[list[Kind] | None, QueryParameter(max_items=5, description="how the matches were created")]
Format = Annotated[str, QueryParameter(pattern=r"^[a-z]{1,20}\Z", description="record, or the game's own format")]
First = Annotated[int, QueryParameter(ge=0, le=2**31)]
Count = Annotated[int, QueryParameter(ge=1, le=64)]
Asking = Request[Asker, Any, Any]


class MatchController(Controller):
    """Finished, running and open matches."""

    path = "/api"
    tags = ["matches"]

    @get("/matches", summary="List the public matches", responses=refusals(400, 401, 404))
    async def listed(
        self,
        request: Asking,
        store: NamedDependency[Store],
        status: FromQuery[Status | None] = None,
        game: Game = None,
        player: Member = None,
        before: Before = None,
    ) -> list[MatchShown]:
        """The public matches of everybody or of one player, the latest first."""
        wanted = [status] if status else []

        def work(unit: Unit) -> list[MatchShown]:
            account = member(unit, player).id if player else None
            found = unit.matches.listed(status=wanted, game=game, account=account, before=_seen(before))
            return shown(unit, found, _account(request))

        return await store.read(work)

    @get("/account/matches", summary="List my matches", responses=refusals(400, 401, 403))
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
            lambda unit: shown(unit, unit.matches.of_account(account.id, **by, before=_seen(before)), account.id)
        )

    @get("/matches/{match:str}", summary="Show a match", responses=refusals(400, 401, 404))
    async def one(self, request: Asking, match: Id, store: NamedDependency[Store]) -> MatchDetails:
        """A single match that the asker may see."""
        return await store.read(lambda unit: told(unit, visible(unit, match, request.user), _account(request)))

    @get(
        "/matches/{match:str}/record",
        summary="Show a match's record",
        media_type=MediaType.TEXT,
        responses=refusals(400, 401, 404, 429, 503),
    )
    async def record(
        self,
        request: Asking,
        match: Id,
        store: NamedDependency[Store],
        limits: NamedDependency[RequestLimits],
        study_queue: NamedDependency[FairQueue],
        format: Format = RECORD,
    ) -> Response[str]:
        """The game so far as a record, or in the game's own format; `quincunx replay` reads both."""
        await limits.count_position(who(request))
        events = await _events(store, match, request.user)
        async with study_queue.turn(who(request)):
            text = await fold(lambda: _written(Match.from_events(events), format))
        suffix = "txt" if format == RECORD else format
        named = {"content-disposition": f'attachment; filename="quincunx-{match}.{suffix}"'}
        return Response(text, media_type=MediaType.TEXT, headers=named)

    @get(
        "/matches/{match:str}/notation",
        summary="Show a match's moves in notation",
        responses=refusals(400, 401, 404, 429, 503),
    )
    async def notation(
        self,
        request: Asking,
        match: Id,
        store: NamedDependency[Store],
        limits: NamedDependency[RequestLimits],
        study_queue: NamedDependency[FairQueue],
    ) -> list[str]:
        """The notation of every action of the game so far."""
        await limits.count_position(who(request))
        events = await _events(store, match, request.user)
        async with study_queue.turn(who(request)):
            return await fold(lambda: Match.from_events(events).notation())

    @get("/matches/{match:str}/scenes", summary="Replay a match", responses=refusals(400, 401, 404, 429, 503))
    async def scenes(
        self,
        request: Asking,
        match: Id,
        store: NamedDependency[Store],
        limits: NamedDependency[RequestLimits],
        study_queue: NamedDependency[FairQueue],
        first: First = 0,
        count: Count = 40,
    ) -> Replay:
        """The positions of the game so far, starting with the one after `first` actions."""
        await limits.count_position(who(request))
        events = await _events(store, match, request.user)
        async with study_queue.turn(who(request)):
            return await fold(lambda: replay(events, first, count))


def _written(match: Match, format: str) -> str:
    date = datetime.fromtimestamp(match.created.at / 1000, UTC).strftime("%Y.%m.%d")
    return written(match.record(), format, {"Event": "Quincunx", "Date": date})


async def _events(store: Store, match: str, asker: Asker) -> Iterator[AnyEvent]:
    """The events of a match that the asker may see, decoded while they are iterated over."""

    def work(unit: Unit) -> list[bytes]:
        visible(unit, match, asker)
        return [payload for _, _, payload in unit.log.read(match)]

    return unhurried(map(read_event, await store.read(work)))


def visible(unit: Unit, match: str, asker: Asker) -> Header:
    """The match's header; raises Missing even if the match exists but the asker may not know of it."""
    header = unit.matches.get(match)
    mine = asker.account is not None and bool(header.sides_of(asker.account.id))
    may_read = asker.token is None or "read" in asker.token.scopes
    if header.visibility == "private" and not (mine and may_read) and not _judges(unit, match, asker):
        raise Missing(phrase("store.match.no_such_match", match=match))
    return header


def _judges(unit: Unit, match: str, asker: Asker) -> bool:
    """Whether the asker has a role, uses no token, and a player has reported the match."""
    if asker.account is None or asker.session is None or unit.roles.of(asker.account.id) is None:
        return False
    return unit.reports.are_about(match)


def _account(request: Asking) -> str:
    """The asker's account; empty if there is none."""
    return request.user.account.id if request.user.account else ""


def _seen(before: str | None) -> Seen | None:
    if before is None:
        return None
    updated, _, id = before.partition(".")
    return Seen(int(updated), id)
