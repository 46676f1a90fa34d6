"""An account's open and running matches, as sent to its clients."""

from __future__ import annotations

from quincunx.play.events import Created, read_event
from quincunx.protocol import messages
from quincunx.store.matches import Header
from quincunx.store.store import Unit


def listed_matches(unit: Unit, account: str) -> list[messages.Listed]:
    """The account's open and running matches."""
    return [
        messages.Listed(
            match=row.id,
            status=row.status,
            kind=row.kind,
            game=row.game,
            by=_challenger(unit, row, account) if row.status == "open" and row.kind == "challenge" else "",
        )
        for row in unit.matches.of_account(account, status=("open", "running"), most=None)
    ]


def _challenger(unit: Unit, row: Header, account: str) -> str:
    """The name of the challenger who waits for the account's answer; empty if the account is the challenger."""
    created = read_event(unit.log.read(row.id)[0].payload)
    if not isinstance(created, Created) or created.invited != account:
        return ""
    return next(seat.name for seat in created.seats if seat is not None)
