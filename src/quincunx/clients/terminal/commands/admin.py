"""`quincunx admin`: moderation (roles, bans, reports) directly on the database."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Any, TypeVar

from quincunx.clients.language import t
from quincunx.clients.terminal.input.parser import CommandParser, Parser, add_command
from quincunx.clients.terminal.input.server_config import add_settings, config_of
from quincunx.clients.terminal.input.values import whole
from quincunx.clients.terminal.text import moderation
from quincunx.core.errors import OptionError
from quincunx.words import phrase

if TYPE_CHECKING:
    from quincunx.clients.terminal.input.parser import CommandParsers
    from quincunx.protocol.accounts import Account
    from quincunx.store.moderation import Moderator
    from quincunx.store.store import Unit

# The store is imported in functions, so that other commands start without it.

T = TypeVar("T")

DAY = 86_400_000
MOST_REASON = 500  # characters

_ABOUT = """Moderate a server: roles, bans, reports. Works on the server's database, whether or not the server is
running; a running server reacts within ten seconds. Every action is written to the audit log, which is
append-only. See docs/moderation.md.

Name an account by its name or as id:ID (for guests, for example)."""
_EXAMPLES = """examples:
  quincunx admin show ann
  quincunx admin grant ann moderator --reason 'volunteered'
  quincunx admin ban bob --days 7 --reason 'insults in names'
  quincunx admin annul MATCH --reason 'engine use'
  quincunx admin reports"""


def add_arguments(parser: CommandParser) -> None:
    """Add the operator's commands."""
    parser.description, parser.epilog = _ABOUT, _EXAMPLES
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    tasks = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    _about_somebody(tasks, "show", _show, "show an account: role, ban, sessions, matches, reports, audit log")
    grant = _act(tasks, "grant", _grant, "give a member a role")
    grant.add_argument("role", metavar="ROLE", choices=("moderator", "admin"), help="moderator or admin")
    _act(tasks, "revoke", _revoke, "take a role away")
    rename = _act(tasks, "rename", _rename, "rename a member, in all matches")
    rename.add_argument("new", metavar="NEW", help="the new name")
    _add_ban(tasks)
    _act(tasks, "unban", _unban, "lift a ban")
    _act(tasks, "close-sessions", _close_sessions, "log an account out everywhere and revoke its tokens")
    _act(tasks, "delete", _delete, "delete an account; its matches stay, without the name")
    annul = _reasoned(tasks, "annul", _annul, "annul a finished match, so that it no longer counts")
    annul.add_argument("match", metavar="MATCH", help="the match's id")
    _plain(tasks, "reports", _reports, "list the open reports")
    close = _reasoned(tasks, "close-report", _close_report, "close a report")
    close.add_argument("report", metavar="REPORT", help="the report's id")
    log = _plain(tasks, "log", _log, "print the audit log, the latest first")
    log.add_argument("--account", metavar="ACCOUNT", help="only what was done by or to this account")
    log.add_argument("--last", type=whole(1, 10_000), default=50, metavar="N", help="number of entries (default: 50)")


def _add_ban(tasks: CommandParsers) -> None:
    ban = _act(tasks, "ban", _ban, "ban an account: its owner is logged out, sees the reason, and resigns all matches")
    end = ban.add_mutually_exclusive_group()
    end.add_argument("--days", type=whole(1, 3650), metavar="N", help="length of the ban in days (default: permanent)")
    end.add_argument("--until", type=_day, metavar="YYYY-MM-DD", help="end of the ban: the start of that day, in UTC")


def _plain(tasks: CommandParsers, name: str, run: Callable[[argparse.Namespace], None], summary: str) -> Parser:
    parser = add_command(tasks, name, run, summary)
    add_settings(parser)
    return parser


def _about_somebody(
    tasks: CommandParsers, name: str, run: Callable[[argparse.Namespace], None], summary: str
) -> Parser:
    parser = _plain(tasks, name, run, summary)
    parser.add_argument("account", metavar="ACCOUNT", help="a member's name, or id:ID")
    return parser


def _reasoned(tasks: CommandParsers, name: str, run: Callable[[argparse.Namespace], None], summary: str) -> Parser:
    parser = _plain(tasks, name, run, summary)
    parser.add_argument(
        "--reason", required=True, metavar="TEXT", type=_reason, help="the reason; kept in the audit log"
    )
    return parser


def _act(tasks: CommandParsers, name: str, run: Callable[[argparse.Namespace], None], summary: str) -> Parser:
    parser = _reasoned(tasks, name, run, summary)
    parser.add_argument("account", metavar="ACCOUNT", help="a member's name, or id:ID")
    return parser


def _reason(text: str) -> str:
    if not text.strip() or not text.isprintable() or len(text) > MOST_REASON:
        raise argparse.ArgumentTypeError(t("terminal.value.reason", most=MOST_REASON))
    return text.strip()


def _day(text: str) -> int:
    """Parse a date; the result is the start of that day in milliseconds."""
    try:
        day = date.fromisoformat(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(t("terminal.value.day", given=f"{text!r:.40}")) from error
    return int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp() * 1000)


def _now() -> int:
    return time.time_ns() // 1_000_000


def _run(arguments: argparse.Namespace, work: Callable[[Unit], T], *, write: bool = False) -> T:
    """Run the work on the server's database and return its result."""
    import asyncio

    from quincunx.store.store import Store
    from quincunx.store.upgrade import check

    database = config_of(arguments).database
    check(database)

    async def run() -> T:
        store = Store(database)
        try:
            return await (store.write(work) if write else store.read(work))
        finally:
            await store.close()

    return asyncio.run(run())


def _do(arguments: argparse.Namespace, deed: Callable[[Moderator], Any]) -> None:
    """Carry out an action as the operator."""
    from quincunx.store.audit import Actor
    from quincunx.store.moderation import Moderator

    _run(arguments, lambda unit: deed(Moderator(unit, Actor(), _now())), write=True)


def _find(unit: Unit, who: str) -> Account:
    """Find an account by name or id; raises OptionError if there is none."""
    from quincunx.store.errors import Missing

    try:
        found = unit.accounts.get(who.removeprefix("id:")) if who.startswith("id:") else unit.accounts.named(who)
    except Missing:
        found = None
    if found is None:
        raise OptionError(phrase("terminal.value.account", name=f"{who!r:.60}"))
    return found


def _do_to(
    arguments: argparse.Namespace, deed: Callable[[Moderator, Account], None], done: str = "{name}: done"
) -> None:
    """Carry out an action on the account that the arguments name, and print a confirmation."""
    names: list[str] = []

    def work(by: Moderator) -> None:
        account = _find(by.unit, arguments.account)
        names.append(account.name)
        deed(by, account)

    _do(arguments, work)
    print(done.format(name=names[0]))


def _show(arguments: argparse.Namespace) -> None:
    from quincunx.store.account_overview import account_overview

    print(moderation.text(_run(arguments, lambda unit: account_overview(unit, _find(unit, arguments.account), _now()))))


def _grant(arguments: argparse.Namespace) -> None:
    _do_to(
        arguments, lambda by, whom: by.grant(whom, arguments.role, arguments.reason), f"{{name}} is {arguments.role}"
    )


def _revoke(arguments: argparse.Namespace) -> None:
    _do_to(arguments, lambda by, whom: by.revoke(whom, arguments.reason), "{name} has no role any more")


def _rename(arguments: argparse.Namespace) -> None:
    from quincunx.host.credentials import require_name

    require_name(arguments.new)
    _do_to(
        arguments,
        lambda by, whom: by.rename(whom, arguments.new, arguments.reason),
        f"{{name}} is called {arguments.new}",
    )


def _ban(arguments: argparse.Namespace) -> None:
    from quincunx.store.bans import moment

    until = arguments.until if arguments.days is None else _now() + arguments.days * DAY
    end = "for good" if until is None else f"until {moment(until)}"
    _do_to(arguments, lambda by, whom: by.ban(whom, arguments.reason, until), f"{{name}} is banned {end}")


def _unban(arguments: argparse.Namespace) -> None:
    _do_to(arguments, lambda by, whom: by.unban(whom, arguments.reason), "{name} may play again")


def _close_sessions(arguments: argparse.Namespace) -> None:
    _do_to(arguments, lambda by, whom: by.close_sessions(whom, arguments.reason), "{name} is logged out everywhere")


def _delete(arguments: argparse.Namespace) -> None:
    _do_to(arguments, lambda by, whom: by.delete(whom, arguments.reason), "{name} is deleted")


def _annul(arguments: argparse.Namespace) -> None:
    _do(arguments, lambda by: by.annul(arguments.match, arguments.reason))
    print(f"{arguments.match} is annulled")


def _reports(arguments: argparse.Namespace) -> None:
    from quincunx.store.roles import OPERATOR

    found = _run(arguments, lambda unit: unit.reports.open(OPERATOR))
    print("\n".join(map(moderation.report, found)) or "no open reports")


def _close_report(arguments: argparse.Namespace) -> None:
    _do(arguments, lambda by: by.close_report(arguments.report, arguments.reason))
    print(f"{arguments.report} is closed")


def _log(arguments: argparse.Namespace) -> None:
    def work(unit: Unit) -> str:
        account = None if arguments.account is None else _find(unit, arguments.account).id
        return "\n".join(map(moderation.entry, unit.audit.entries(account=account, most=arguments.last)))

    print(_run(arguments, work) or "the audit log is empty")
