"""Reviews of matches over HTTP: requesting and reading them."""

from __future__ import annotations

from typing import Any

from litestar import Controller, Request, get, post
from litestar.di import NamedDependency

from quincunx.host.jobs import reviews
from quincunx.protocol.reviews import ReviewShown
from quincunx.server.errors import refusals
from quincunx.server.identity import Asker
from quincunx.server.live.application import LiveApplication
from quincunx.server.matches import Id, visible
from quincunx.store.errors import Missing
from quincunx.store.reviews import ReviewStatus
from quincunx.store.store import Store, Unit
from quincunx.words import phrase

Asking = Request[Asker, Any, Any]


class ReviewController(Controller):
    """Reviews of matches by the engine."""

    path = "/api/matches/{match:str}/review"
    tags = ["matches"]

    @post("/", summary="Request the review of a match", status_code=202, responses=refusals(400, 401, 403, 404))
    async def ask(self, request: Asking, match: Id, store: NamedDependency[Store]) -> ReviewShown:
        """Requests the review of a finished match. Asking again returns the same review."""
        account = request.user.known("read")
        live: LiveApplication = request.app.state.live
        due = live.now()

        def work(unit: Unit) -> ReviewStatus:
            visible(unit, match, request.user)
            reviews.ask(unit, match, account.id, due)
            return _found(unit, match)

        found = await store.write(work)
        live.host.expect(reviews.KIND, due)
        return _shown(found)

    @get("/", summary="Show a match's review", responses=refusals(400, 401, 404))
    async def read(self, request: Asking, match: Id, store: NamedDependency[Store]) -> ReviewShown:
        """The review, or its progress. A match has no review until somebody requests it."""

        def work(unit: Unit) -> ReviewStatus:
            visible(unit, match, request.user)
            return _found(unit, match)

        return _shown(await store.read(work))


def _found(unit: Unit, match: str) -> ReviewStatus:
    found = unit.reviews.find(match)
    if found is None:
        raise Missing(phrase("server.match.no_review"))
    return found


def _shown(found: ReviewStatus) -> ReviewShown:
    if found.review is not None:
        return ReviewShown("done", 1.0, found.review)
    return ReviewShown("running" if found.progress else "waiting", found.progress, None)
