"""Deleting an account, with everything that identifies its owner."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quincunx.store.accounts import DELETED
from quincunx.store.naming import put_name

if TYPE_CHECKING:
    from quincunx.store.store import Unit


def delete_account(unit: Unit, account: str) -> None:
    """Delete the account and remove its name from the logs.

    The audit log keeps its entries, because they refer to accounts only by id.
    """
    put_name(unit, account, DELETED, friends=DELETED)  # including friends who played at the account's screen
    unit.roles.remove(account)
    unit.bans.lift(account)
    unit.reports.forget(account)
    unit.accounts.delete(account)
