"""Positions over HTTP that belong to no match: to look at, to act in, to ask about. Nothing is kept."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, post
from litestar.di import NamedDependency
from litestar.params import JSONBody
from msgspec import Meta

from quincunx.core.display import Forecast
from quincunx.play.commands import ActionText
from quincunx.play.scene import Scene, foreseen, scene
from quincunx.play.study import Step, Study, named_action, normalized, reached, steps
from quincunx.play.walker import why
from quincunx.server.errors import refusals
from quincunx.server.fair_queue import FairQueue
from quincunx.server.identity import Asker
from quincunx.server.live.messages import Pick
from quincunx.server.request_limits import RequestLimits, whence

REFUSED = refusals(400, 401, 403, 404, 413, 429, 503)
Asking = Request[Asker, Any, Any]


class Reached(msgspec.Struct, frozen=True):
    """A study with everything said, who played its actions, the position reached as text and as a scene to act in."""

    study: Study
    steps: list[Step]
    position: str
    scene: Scene


class WhyNot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Why do these picks, from the first on, lead nowhere."""

    study: Study
    picks: Annotated[list[Pick], Meta(min_length=1, max_length=8)]


class Reason(msgspec.Struct, frozen=True):
    """The rule and a sentence; both empty where the picks lead to an action or on the way to one."""

    rule: str
    sentence: str


class WhatIf(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What would this legal action do."""

    study: Study
    action: ActionText


class Foreseen(msgspec.Struct, frozen=True):
    """What an action will do; null where the game has nothing to foretell."""

    forecast: Forecast | None


class PositionController(Controller):
    """Free boards: any position of any game."""

    path = "/api/positions"
    tags = ["positions"]

    @post("/", summary="A position", status_code=200, responses=REFUSED)
    async def reach(
        self,
        request: Asking,
        data: JSONBody[Study],
        limits: NamedDependency[RequestLimits],
        desk: NamedDependency[FairQueue],
    ) -> Reached:
        """The position after the study's actions; its scene's number is how many those are."""
        limits.count_position(who(request))
        return await desk.run(who(request), lambda: _reached(data))

    @post("/why", summary="Why picks lead nowhere", status_code=200, responses=REFUSED)
    async def why(
        self,
        request: Asking,
        data: JSONBody[WhyNot],
        limits: NamedDependency[RequestLimits],
        desk: NamedDependency[FairQueue],
    ) -> Reason:
        """Which rule forbids them, in words."""
        limits.count_position(who(request))
        return await desk.run(who(request), lambda: Reason(*(why(reached(data.study), data.picks) or ("", ""))))

    @post("/foresee", summary="What an action would do", status_code=200, responses=REFUSED)
    async def foresee(
        self,
        request: Asking,
        data: JSONBody[WhatIf],
        limits: NamedDependency[RequestLimits],
        desk: NamedDependency[FairQueue],
    ) -> Foreseen:
        """The forecast of a legal action."""
        limits.count_position(who(request))
        return await desk.run(who(request), lambda: _foreseen(data))


def who(request: Asking) -> str:
    """Whose allowance it is: an account's wherever it is, else that of an address."""
    account = request.user.account
    return whence(request) if account is None else account.id


def _reached(study: Study) -> Reached:
    state = reached(study)
    said = normalized(study, state)
    return Reached(said, steps(state), state.position(), scene(state, len(said.actions)))


def _foreseen(asked: WhatIf) -> Foreseen:
    state = reached(asked.study)
    return Foreseen(foreseen(state, named_action(state, asked.action)))
