"""The profile of a player, with statistics."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quincunx.protocol.accounts import Account
from quincunx.protocol.ratings import Profile

if TYPE_CHECKING:
    from quincunx.store.store import Unit


def profile(unit: Unit, account: Account) -> Profile:
    """The account's ratings, stats and streaks."""
    results = unit.results
    sums = (results.ratings(account.id), results.stats(account.id), results.streaks(account.id))
    return Profile(account.name, account.created, *sums)
