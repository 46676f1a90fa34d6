"""A player, and what the matches add up to."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from quincunx.store.accounts import Account
from quincunx.store.results import Counted, Rated, Streaking

if TYPE_CHECKING:
    from quincunx.store.store import Unit


class Profile(msgspec.Struct, frozen=True):
    """Who it is, since when, and how well."""

    name: str
    since: int
    ratings: list[Rated]
    stats: list[Counted]
    streaks: list[Streaking]


def profile(unit: Unit, account: Account) -> Profile:
    """The account's ratings, stats and streaks."""
    results = unit.results
    sums = (results.ratings(account.id), results.stats(account.id), results.streaks(account.id))
    return Profile(account.name, account.created, *sums)
