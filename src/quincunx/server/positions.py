"""Positions over HTTP that belong to no match: reaching them, and asking about them. Nothing is stored."""

from __future__ import annotations

from typing import Any

from litestar import Controller, Request, post
from litestar.di import NamedDependency
from litestar.params import JSONBody

from quincunx.play.match_setup import usual_game
from quincunx.play.scene import scene, shown_forecast
from quincunx.play.study import Study, named_action, normalized, reached, read_study, steps
from quincunx.play.walker import why
from quincunx.protocol.positions import ForecastShown, PastedText, PositionShown, Reason, WhatIf, WhyNot
from quincunx.server.errors import refusals
from quincunx.server.fair_queue import FairQueue
from quincunx.server.identity import Asker
from quincunx.server.request_limits import RequestLimits, whence

REFUSED = refusals(400, 401, 403, 404, 413, 429, 503)
Asking = Request[Asker, Any, Any]


class PositionController(Controller):
    """Free boards, with any position of any game."""

    path = "/api/positions"
    tags = ["positions"]

    @post("/", summary="Reach a position", status_code=200, responses=REFUSED)
    async def reach(
        self,
        request: Asking,
        data: JSONBody[Study],
        limits: NamedDependency[RequestLimits],
        study_queue: NamedDependency[FairQueue],
    ) -> PositionShown:
        """The position after the study's actions. The number of its scene is the number of actions."""
        await limits.count_position(who(request))
        return await study_queue.run(who(request), lambda: _reached(data))

    @post("/read", summary="Read a game from text", status_code=200, responses=REFUSED)
    async def read(
        self,
        request: Asking,
        data: JSONBody[PastedText],
        limits: NamedDependency[RequestLimits],
        study_queue: NamedDependency[FairQueue],
    ) -> Study:
        """The game in a pasted text, as a study. If the text has several games, the first one."""
        await limits.count_position(who(request))
        return await study_queue.run(who(request), lambda: read_study(usual_game(data.game, data.options), data.text))

    @post("/why", summary="Explain why picks make no legal action", status_code=200, responses=REFUSED)
    async def why(
        self,
        request: Asking,
        data: JSONBody[WhyNot],
        limits: NamedDependency[RequestLimits],
        study_queue: NamedDependency[FairQueue],
    ) -> Reason:
        """The rule that forbids the picks, and a sentence."""
        await limits.count_position(who(request))
        return await study_queue.run(who(request), lambda: Reason(*(why(reached(data.study), data.picks) or ("", ""))))

    @post("/forecast", summary="Predict what an action would do", status_code=200, responses=REFUSED)
    async def forecast(
        self,
        request: Asking,
        data: JSONBody[WhatIf],
        limits: NamedDependency[RequestLimits],
        study_queue: NamedDependency[FairQueue],
    ) -> ForecastShown:
        """The forecast of a legal action."""
        await limits.count_position(who(request))
        return await study_queue.run(who(request), lambda: _forecast_shown(data))


def who(request: Asking) -> str:
    """Whose allowance applies: the account's if there is one, otherwise the address's."""
    account = request.user.account
    return whence(request) if account is None else account.id


def _reached(study: Study) -> PositionShown:
    state = reached(study)
    said = normalized(study, state)
    return PositionShown(said, steps(state), state.position(), scene(state, len(said.actions)))


def _forecast_shown(asked: WhatIf) -> ForecastShown:
    state = reached(asked.study)
    return ForecastShown(shown_forecast(state, named_action(state, asked.action)))
