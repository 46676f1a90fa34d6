"""Accounts, reports and entries of the audit log as text for the operator.

People write names and reports: what they put there moves no cursor and begins no line.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from quincunx.clients.terminal.language import say, t

if TYPE_CHECKING:
    from quincunx.protocol.matches import MatchShown
    from quincunx.protocol.moderation import Dossier, Entry
    from quincunx.protocol.reports import Report
    from quincunx.protocol.sessions import Session


def text(seen: Dossier) -> str:
    """Everything that is shown of an account."""
    return "\n".join(_lines(seen))


def _lines(seen: Dossier) -> Iterator[str]:
    account = seen.account
    kind, since = t(f"terminal.account.{account.kind}"), _time(account.created)
    yield t("terminal.moderation.account", name=account.name, kind=kind, id=account.id, since=since)
    yield t("terminal.moderation.role", role=seen.role or t("terminal.moderation.none"))
    yield t("terminal.moderation.ban", ban=_ban(seen))
    yield t("terminal.moderation.tokens", count=seen.tokens)
    yield from _section(t("terminal.moderation.sessions"), [_session(each) for each in seen.sessions])
    yield from _section(t("terminal.moderation.matches"), [_match(each) for each in seen.matches])
    yield from _section(t("terminal.moderation.reports"), [report(each) for each in seen.reports])
    yield from _section(t("terminal.moderation.acts"), [entry(each) for each in seen.acts])


def _section(title: str, rows: list[str]) -> Iterator[str]:
    yield f"{title}:" if rows else f"{title}: {t('terminal.moderation.none')}"
    yield from (f"  {row}" for row in rows)


def _ban(seen: Dossier) -> str:
    if seen.ban is None:
        return t("terminal.moderation.none")
    until = seen.ban.until
    end = t("terminal.moderation.for_good") if until is None else t("terminal.moderation.until", time=_time(until))
    return f"{end}: {_plain(seen.ban.reason)}"


def _session(session: Session) -> str:
    return f"{_time(session.seen)}  {session.network or '?'}  {_plain(session.agent)}"


def _match(match: MatchShown) -> str:
    players = " - ".join(say(player.name) or "?" for player in match.players)
    state = t("terminal.moderation.annulled") if match.annulled else t(f"terminal.result.{match.status}")
    return f"{_time(match.updated)}  {match.id}  {match.game}  {_plain(players)}  {state}"


def report(report: Report) -> str:
    """A report, in a line."""
    subject = f"{report.subject_name} (id:{report.subject})"
    who = [t("terminal.moderation.reported_by", name=subject, by=report.reporter_name)]
    if report.match:
        who.append(t("terminal.moderation.match", id=report.match))
    state = "" if report.closed is None else f" ({t('terminal.moderation.closed', note=_plain(report.note))})"
    kind = t(f"terminal.report.{report.kind}")
    return f"{_time(report.at)}  {report.id}  {kind}: {', '.join(who)}: {_plain(report.text)}{state}"


def entry(entry: Entry) -> str:
    """An entry of the audit log, in a line."""
    actor = entry.actor_name or entry.actor or t("terminal.moderation.operator")
    whom = entry.account_name or entry.account
    match = t("terminal.moderation.match", id=entry.match) if entry.match else ""
    object = " ".join(filter(None, (whom, match)))
    network = f" {t('terminal.moderation.from', network=entry.network)}" if entry.network else ""
    return f"{_time(entry.at)}  {actor}{network}  {entry.act} {object}: {_plain(entry.reason)}"


def _plain(text: str) -> str:
    """A text on one line, without what a terminal would act on."""
    return "".join(sign if sign.isprintable() else " " for sign in text)


def _time(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M")
