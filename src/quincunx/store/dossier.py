"""What moderators see of an account: never a secret."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from quincunx.store.accounts import Account
from quincunx.store.audit import Entry
from quincunx.store.bans import Ban
from quincunx.store.keys import Session
from quincunx.store.listing import MatchShown, shown
from quincunx.store.reports import Report
from quincunx.store.roles import Role

if TYPE_CHECKING:
    from quincunx.store.store import Unit

MOST = 20  # matches, reports and entries that are shown


class Dossier(msgspec.Struct, frozen=True):
    """An account, and everything that may matter to whoever judges it, the latest first."""

    account: Account
    role: Role | None
    ban: Ban | None
    sessions: list[Session]
    tokens: int
    matches: list[MatchShown]
    reports: list[Report]
    acts: list[Entry]


def dossier(unit: Unit, account: Account, now: int) -> Dossier:
    """What is known of the account."""
    return Dossier(
        account,
        unit.roles.of(account.id),
        unit.bans.of(account.id, now),
        unit.sessions.of_account(account.id, now),
        len(unit.tokens.of_account(account.id)),
        shown(unit, unit.matches.of_account(account.id, most=MOST), account.id),
        unit.reports.about(account.id, MOST),
        unit.audit.entries(account=account.id, most=MOST),
    )
