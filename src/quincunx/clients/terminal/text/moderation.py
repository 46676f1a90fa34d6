"""Accounts, reports and entries of the audit log as text for the operator.

Names and reports are written by users, so control characters and line breaks are removed from them.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from quincunx.protocol.matches import MatchShown
    from quincunx.protocol.moderation import AuditEntry, Dossier
    from quincunx.protocol.reports import Report
    from quincunx.protocol.sessions import Session


def text(seen: Dossier) -> str:
    """Everything that is shown about an account."""
    return "\n".join(_lines(seen))


def _lines(seen: Dossier) -> Iterator[str]:
    account = seen.account
    yield f"{account.name}: {account.kind}, id {account.id}, since {_time(account.created)}"
    yield f"role: {seen.role or 'none'}"
    yield f"ban: {_ban(seen)}"
    yield f"tokens: {seen.tokens}"
    yield from _section("sessions", [_session(each) for each in seen.sessions])
    yield from _section("matches", [_match(each) for each in seen.matches])
    yield from _section("reports", [report(each) for each in seen.reports])
    yield from _section("acts", [entry(each) for each in seen.acts])


def _section(title: str, rows: list[str]) -> Iterator[str]:
    yield f"{title}:" if rows else f"{title}: none"
    yield from (f"  {row}" for row in rows)


def _ban(seen: Dossier) -> str:
    if seen.ban is None:
        return "none"
    end = "for good" if seen.ban.until is None else f"until {_time(seen.ban.until)}"
    return f"{end}: {_plain(seen.ban.reason)}"


def _session(session: Session) -> str:
    return f"{_time(session.seen)}  {session.network or '?'}  {_plain(session.agent)}"


def _match(match: MatchShown) -> str:
    players = " - ".join(player.name or "?" for player in match.players)
    state = "annulled" if match.annulled else match.status
    return f"{_time(match.updated)}  {match.id}  {match.game}  {_plain(players)}  {state}"


def report(report: Report) -> str:
    """A report on one line."""
    where = f", match {report.match}" if report.match else ""
    state = "" if report.closed is None else f" (closed: {_plain(report.note)})"
    who = f"{report.subject_name} (id:{report.subject}), by {report.reporter_name}{where}"
    return f"{_time(report.at)}  {report.id}  {report.kind}: {who}: {_plain(report.text)}{state}"


def entry(entry: AuditEntry) -> str:
    """An entry of the audit log on one line."""
    actor = entry.actor_name or entry.actor or "operator"
    whom = entry.account_name or entry.account
    object = " ".join(filter(None, (whom, f"match {entry.match}" if entry.match else "")))
    network = f" from {entry.network}" if entry.network else ""
    return f"{_time(entry.at)}  {actor}{network}  {entry.act} {object}: {_plain(entry.reason)}"


def _plain(text: str) -> str:
    """A text on one line, without control characters."""
    return "".join(sign if sign.isprintable() else " " for sign in text)


def _time(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M")
