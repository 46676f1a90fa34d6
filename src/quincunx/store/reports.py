"""Reports: complaints by players, for moderators to look into."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, delete, func, insert, or_, select, update

from quincunx.protocol.reports import Report, ReportKind
from quincunx.store.errors import Conflict, Missing
from quincunx.store.matches import new_id
from quincunx.store.roles import RANKS
from quincunx.store.schema import accounts, reports, roles
from quincunx.words import phrase

DAY = 86_400_000
MOST_A_DAY = 10  # by one account
PAGE = 50


class Reports:
    """All reports, open and closed."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add(self, reporter: str, subject: str, match: str | None, kind: ReportKind, text: str, now: int) -> str:
        """Add a report; raises Conflict if the reporter already has an open one, or made too many in a day.

        The caller must hold the reporter's account, so that simultaneous reports cannot bypass this.
        """
        if self._count(reports.c.reporter == reporter, reports.c.subject == subject, reports.c.closed.is_(None)):
            raise Conflict(phrase("store.report.made_already"))
        if self._count(reports.c.reporter == reporter, reports.c.at > now - DAY) >= MOST_A_DAY:
            raise Conflict(phrase("store.report.too_many", count=MOST_A_DAY))
        id = new_id()
        row = {"id": id, "at": now, "reporter": reporter, "subject": subject, "match": match, "kind": kind}
        self._connection.execute(insert(reports).values(row | {"text": text, "closed": None, "note": ""}))
        return id

    def get(self, report: str) -> Report:
        """The report with that id; raises Missing if there is none."""
        found = self._read(reports.c.id == report)
        if not found:
            raise Missing(phrase("store.report.no_such_report"))
        return found[0]

    def open(self, rank: int, most: int = PAGE) -> list[Report]:
        """The open reports about accounts below the rank, oldest first: nobody may judge themselves or their peers."""
        below = [role for role, of in RANKS.items() if role is not None and of < rank]
        reached = or_(roles.c.role.is_(None), roles.c.role.in_(below))
        return self._read(reports.c.closed.is_(None), reached, most=most)

    def about(self, account: str, most: int = PAGE) -> list[Report]:
        """The reports about an account, latest first."""
        return self._read(reports.c.subject == account, latest=True, most=most)

    def are_about(self, match: str) -> bool:
        """Whether there are reports about a match."""
        return self._count(reports.c.match == match) > 0

    def by(self, account: str, most: int = PAGE) -> list[Report]:
        """The reports made by an account, latest first."""
        return self._read(reports.c.reporter == account, latest=True, most=most)

    def close(self, report: str, note: str, now: int) -> None:
        """Close a report; raises Conflict if it is already closed."""
        waiting = update(reports).where(reports.c.id == report, reports.c.closed.is_(None))
        if self._connection.execute(waiting.values(closed=now, note=note)).rowcount == 0:
            raise Conflict(phrase("store.report.closed_already"))

    def forget(self, account: str) -> None:
        """Delete the reports about an account."""
        self._connection.execute(delete(reports).where(reports.c.subject == account))

    def _count(self, *where: ColumnElement[bool]) -> int:
        return int(self._connection.execute(select(func.count()).select_from(reports).where(*where)).scalar_one())

    def _read(self, *where: ColumnElement[bool], latest: bool = False, most: int = 1) -> list[Report]:
        by, whom = accounts.alias(), accounts.alias()
        joined = reports.join(by, by.c.id == reports.c.reporter).join(whom, whom.c.id == reports.c.subject)
        joined = joined.outerjoin(roles, roles.c.account == reports.c.subject)
        chosen = select(reports, by.c.name.label("reporter_name"), whom.c.name.label("subject_name"))
        order = reports.c.at.desc() if latest else reports.c.at
        rows = self._connection.execute(chosen.select_from(joined).where(*where).order_by(order).limit(most))
        return [_report(row) for row in rows]


def _report(row: Row[Any]) -> Report:
    return Report(**row._mapping)
