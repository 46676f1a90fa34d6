"""Moderation over HTTP, for accounts with a role; never by a token."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, TypeVar

from litestar import Controller, Response, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody, PathParameter, QueryParameter

from quincunx.protocol.accounts import Account
from quincunx.protocol.moderation import AccountCase, AuditEntry, ModerationRequest, NewBan, NewName
from quincunx.protocol.reports import Report
from quincunx.server.authentication import Asking
from quincunx.server.errors import NOTHING, refusals
from quincunx.server.identity import now
from quincunx.server.players import member
from quincunx.server.rate_limits import network
from quincunx.server.request_limits import address_of
from quincunx.server.security_log import about
from quincunx.store.account_overview import account_overview
from quincunx.store.annulment import prepare
from quincunx.store.audit import Actor
from quincunx.store.moderation import FOLLOW, Moderator
from quincunx.store.store import Store, Unit

T = TypeVar("T")

DAY = 86_400_000

Id = Annotated[str, PathParameter(pattern=r"^[A-Za-z0-9_-]{1,32}\Z")]
Named = Annotated[str, QueryParameter(pattern=r"^[A-Za-z0-9_-]{1,32}\Z", description="a member's name")]
Before = Annotated[int | None, QueryParameter(ge=1, le=2**31, description="the `id` of the last one seen")]
REFUSALS = refusals(400, 401, 403, 404, 409, 413)
DONE = REFUSALS | NOTHING


class ModerationController(Controller):
    """The work of moderators and admins."""

    path = "/api/moderation"
    tags = ["moderation"]

    @get("/accounts", summary="Look up a member by name", responses=REFUSALS)
    async def named(self, request: Asking, name: Named, store: NamedDependency[Store]) -> AccountCase:
        """Everything that a moderator may see of a member."""
        return await _seen(request, store, lambda unit: member(unit, name))

    @get("/accounts/{account:str}", summary="Look up an account", responses=REFUSALS)
    async def account(self, request: Asking, account: Id, store: NamedDependency[Store]) -> AccountCase:
        """Everything that a moderator may see of an account, including guests and deleted accounts."""
        return await _seen(request, store, lambda unit: unit.accounts.get(account))

    @post("/accounts/{account:str}/ban", summary="Ban an account", status_code=204, responses=DONE)
    async def ban(
        self, request: Asking, account: Id, data: JSONBody[NewBan], store: NamedDependency[Store]
    ) -> Response[None]:
        """Bans an account: logs it out, gives up its matches, and shows its owner the reason at the next log-in."""
        until = None if data.days is None else now() + data.days * DAY
        return await _act(request, store, account, lambda by, whom: by.ban(whom, data.reason, until))

    @post("/accounts/{account:str}/unban", summary="Lift a ban", status_code=204, responses=DONE)
    async def unban(
        self, request: Asking, account: Id, data: JSONBody[ModerationRequest], store: NamedDependency[Store]
    ) -> Response[None]:
        """Lets the account play again."""
        return await _act(request, store, account, lambda by, whom: by.unban(whom, data.reason))

    @post("/accounts/{account:str}/rename", summary="Rename a member", status_code=204, responses=DONE)
    async def rename(
        self, request: Asking, account: Id, data: JSONBody[NewName], store: NamedDependency[Store]
    ) -> Response[None]:
        """Gives a member a new name, in all matches too."""
        return await _act(request, store, account, lambda by, whom: by.rename(whom, data.name, data.reason))

    @post("/accounts/{account:str}/close-sessions", summary="Log out an account", status_code=204, responses=DONE)
    async def close_sessions(
        self, request: Asking, account: Id, data: JSONBody[ModerationRequest], store: NamedDependency[Store]
    ) -> Response[None]:
        """Ends all sessions and revokes all tokens."""
        return await _act(request, store, account, lambda by, whom: by.close_sessions(whom, data.reason))

    @post("/accounts/{account:str}/grant", summary="Make a member a moderator", status_code=204, responses=DONE)
    async def grant(
        self, request: Asking, account: Id, data: JSONBody[ModerationRequest], store: NamedDependency[Store]
    ) -> Response[None]:
        """For admins only. Admins themselves are appointed on the command line."""
        return await _act(request, store, account, lambda by, whom: by.grant(whom, "moderator", data.reason))

    @post("/accounts/{account:str}/revoke", summary="Take away a role", status_code=204, responses=DONE)
    async def revoke(
        self, request: Asking, account: Id, data: JSONBody[ModerationRequest], store: NamedDependency[Store]
    ) -> Response[None]:
        """For admins only."""
        return await _act(request, store, account, lambda by, whom: by.revoke(whom, data.reason))

    @post("/accounts/{account:str}/delete", summary="Delete an account", status_code=204, responses=DONE)
    async def delete(
        self, request: Asking, account: Id, data: JSONBody[ModerationRequest], store: NamedDependency[Store]
    ) -> Response[None]:
        """For admins only. As if its owner had deleted it; its matches are given up."""
        return await _act(request, store, account, lambda by, whom: by.delete(whom, data.reason))

    @post("/matches/{match:str}/annul", summary="Annul a match", status_code=204, responses=DONE)
    async def annul(
        self, request: Asking, match: Id, data: JSONBody[ModerationRequest], store: NamedDependency[Store]
    ) -> Response[None]:
        """The match no longer counts, and neither does the other one in a match of two games."""
        by = _actor(request)
        prepared = await _read(request, store, lambda by: prepare(by.unit, match))  # the long part, before the write
        await store.write(lambda unit: Moderator(unit, by, now()).annul(match, data.reason, prepared))
        return Response(None, status_code=204)

    @get("/reports", summary="List the open reports", responses=REFUSALS)
    async def reports(self, request: Asking, store: NamedDependency[Store]) -> list[Report]:
        """The reports that are waiting for a moderator, the oldest first."""
        return await _read(request, store, lambda by: by.unit.reports.open(by.rank()))

    @post("/reports/{report:str}/close", summary="Close a report", status_code=204, responses=DONE)
    async def close_report(
        self, request: Asking, report: Id, data: JSONBody[ModerationRequest], store: NamedDependency[Store]
    ) -> Response[None]:
        """Closes a report that has been looked into; the reason says what was done."""
        by = _actor(request)
        await store.write(lambda unit: Moderator(unit, by, now()).close_report(report, data.reason))
        return Response(None, status_code=204)

    @get("/audit", summary="Show the audit log", responses=REFUSALS)
    async def audit(self, request: Asking, store: NamedDependency[Store], before: Before = None) -> list[AuditEntry]:
        """The actions of moderators and admins, the latest first, 50 at a time."""
        return await _read(request, store, lambda by: by.unit.audit.entries(before=before))


def _actor(request: Asking) -> Actor:
    account, _ = request.user.in_person()
    return Actor(account.id, network(address_of(request)))


async def _read(request: Asking, store: Store, work: Callable[[Moderator], T]) -> T:
    """Read what a moderator may see; raises Forbidden for everybody else."""
    actor = _actor(request)

    def read(unit: Unit) -> T:
        by = Moderator(unit, actor, now())
        by.require("moderator")
        return work(by)

    return await store.read(read)


async def _seen(request: Asking, store: Store, find: Callable[[Unit], Account]) -> AccountCase:
    def work(by: Moderator) -> AccountCase:
        found = find(by.unit)
        return AccountCase(account_overview(by.unit, found, by.now), by.reaches(found.id))

    seen = await _read(request, store, work)
    about(request, seen.dossier.account.id)
    return seen


async def _act(
    request: Asking, store: Store, account: str, deed: Callable[[Moderator, Account], None]
) -> Response[None]:
    """Carry out an action, and let the live server react to it."""
    actor = _actor(request)
    about(request, account)

    def work(unit: Unit) -> None:
        by = Moderator(unit, actor, now())
        by.require("moderator")  # before anything about the account is revealed
        deed(by, unit.accounts.get(account))

    await store.write(work)
    live = request.app.state.live
    live.host.expect(FOLLOW, live.now())
    return Response(None, status_code=204)
