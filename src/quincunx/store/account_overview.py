"""An account and everything related to it, as moderators see it, without any secrets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quincunx.protocol.accounts import Account
from quincunx.protocol.moderation import Dossier
from quincunx.store.listing import shown

if TYPE_CHECKING:
    from quincunx.store.store import Unit

MOST = 20  # matches, reports and entries that are shown


def account_overview(unit: Unit, account: Account, now: int) -> Dossier:
    """Everything that moderators may see about the account."""
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
