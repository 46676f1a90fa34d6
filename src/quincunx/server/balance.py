"""The balance of the games over HTTP: the results of bots against themselves, and of people in rated matches."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from typing import Any

import msgspec
from litestar import Controller, get
from litestar.di import NamedDependency

from quincunx.core.spec import Spec
from quincunx.games import games
from quincunx.play.balance import BANDS
from quincunx.protocol.balance import BalanceShown, BotBalance, PeopleBalance
from quincunx.search.balance import Measured, results, shipped_balance
from quincunx.search.score import tallied
from quincunx.server.errors import refusals
from quincunx.store.results import Evenness
from quincunx.store.store import Store


class BalanceController(Controller):
    """How balanced the games are."""

    path = "/api/balance"
    tags = ["games"]

    @get("/", summary="Show the balance of the games", responses=refusals(401))
    async def balance(self, store: NamedDependency[Store]) -> list[BalanceShown]:
        """Every game. Rating bands without matches are left out."""
        counted = await store.read(lambda unit: unit.results.balance())
        people: dict[str, list[PeopleBalance]] = defaultdict(list)
        for row in counted:
            people[row.game].append(_people(row))
        return [BalanceShown(key, spec.players, _bots(spec), people[key]) for key, spec in games().items()]


@cache
def _bots(spec: Spec) -> list[BotBalance]:
    return [_bot(row) for row in shipped_balance(spec)]


def _bot(row: Measured) -> BotBalance:
    result = _result(row.won, row.drawn, row.lost)
    return BotBalance(**result, level=row.level, turns=row.turns, choices=row.choices)


def _people(row: Evenness) -> PeopleBalance:
    result = _result(*msgspec.structs.astuple(row.tally))
    above = [least for least in BANDS if least > row.band]
    return PeopleBalance(**result, least=row.band or None, below=min(above, default=None))


def _result(won: int, drawn: int, lost: int) -> dict[str, Any]:
    found = tallied(results(won, drawn, lost))
    return {"games": won + drawn + lost, "score": found.mean, "error": found.error, "drawn": drawn}
