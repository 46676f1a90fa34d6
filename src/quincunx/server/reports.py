"""Reports of other players over HTTP."""

from __future__ import annotations

from typing import Any

from litestar import Controller, Request, Response, post
from litestar.di import NamedDependency
from litestar.exceptions import ClientException, PermissionDeniedException
from litestar.params import JSONBody

from quincunx.protocol.accounts import Account
from quincunx.protocol.reports import NewReport
from quincunx.server.errors import NOTHING, refusals
from quincunx.server.identity import Asker, now
from quincunx.server.matches import visible
from quincunx.server.players import member
from quincunx.server.security_log import about
from quincunx.store.store import Store, Unit
from quincunx.words import phrase

Asking = Request[Asker, Any, Any]


class ReportController(Controller):
    """Lets players report others."""

    path = "/api/reports"
    tags = ["players"]

    @post("/", summary="Report a player", status_code=204, responses=refusals(400, 401, 403, 404, 409, 413) | NOTHING)
    async def report(self, request: Asking, data: JSONBody[NewReport], store: NamedDependency[Store]) -> Response[None]:
        """Saves a report for the moderators, with the match if there is one."""
        reporter, _ = request.user.in_person()

        def work(unit: Unit) -> str:
            unit.accounts.hold(reporter.id)
            subject = _subject(unit, request.user, reporter, data)
            if subject == reporter.id:
                raise ClientException(detail=phrase("server.report.yourself"))
            unit.reports.add(reporter.id, subject, data.match, data.kind, data.text.strip(), now())
            return subject

        about(request, await store.write(work))
        return Response(None, status_code=204)


def _subject(unit: Unit, asker: Asker, reporter: Account, data: NewReport) -> str:
    """The account that is reported. Guests may report only people they have played with, members anybody."""
    header = None if data.match is None else visible(unit, data.match, asker)
    played = header is not None and bool(header.sides_of(reporter.id))
    if reporter.kind != "member" and not played:
        raise PermissionDeniedException(detail=phrase("server.report.guests_played_with"))
    if header is not None and data.side is not None:
        account = header.seats[data.side].account
        if account is None:
            raise ClientException(detail=phrase("server.report.people_only"))
        return account
    if data.name is None:
        raise ClientException(detail=phrase("server.report.nobody_named"))
    subject = member(unit, data.name).id
    if header is not None and not header.sides_of(subject):
        raise PermissionDeniedException(detail=phrase("server.report.not_in_match"))
    return subject
