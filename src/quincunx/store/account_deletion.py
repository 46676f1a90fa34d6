"""Deleting an account: nothing is left that tells who it was."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quincunx.store.accounts import DELETED
from quincunx.store.naming import put_name

if TYPE_CHECKING:
    from quincunx.store.store import Unit


def delete_account(unit: Unit, account: str) -> None:
    """Delete the account, and take its name out of the logs.

    The audit log keeps its entries, which name accounts by their ids only.
    """
    put_name(unit, account, DELETED, friends=DELETED)  # a friend sat beside the account
    unit.roles.remove(account)
    unit.bans.lift(account)
    unit.reports.forget(account)
    unit.accounts.delete(account)
