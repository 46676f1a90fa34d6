"""`quincunx admin`: what an operator can do to accounts on a server, on both databases."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import TypeVar

import pytest

from backends.games import keep, played
from quincunx.cli import main
from quincunx.play.seats import Person
from quincunx.protocol.accounts import Account
from quincunx.store.moderation import FOLLOW
from quincunx.store.recompute import differences
from quincunx.store.store import Store, Unit
from quincunx.store.upgrade import upgrade

T = TypeVar("T")


class Office:
    """A database with two members and a match between them, and the command line."""

    def __init__(self, database: str, capsys: pytest.CaptureFixture[str]) -> None:
        self.database = database
        self._capsys = capsys
        upgrade(database)
        self.ann, self.bob = self.write(
            lambda unit: tuple(unit.accounts.add_member(name, "hash", 1) for name in ("Ann", "Bob"))
        )
        seats = (Person(self.ann.id, "Ann"), Person(self.bob.id, "Bob"))
        log = played("checkers", seats, winner=0, kind="pool", rated=True)
        self.match = self.write(lambda unit: keep(unit, log))[0]

    def write(self, work: Callable[[Unit], T]) -> T:
        async def run() -> T:
            store = Store(self.database)
            try:
                return await store.write(work)
            finally:
                await store.close()

        return asyncio.run(run())

    def says(self, *words: str, code: int = 0) -> str:
        """The output of the command."""
        with pytest.raises(SystemExit) as left:
            main(["admin", *words, "--database", self.database])
        told = self._capsys.readouterr()
        assert left.value.code == code, told
        return told.out if code == 0 else told.err

    def account(self, account: Account) -> Account:
        return self.write(lambda unit: unit.accounts.get(account.id))


@pytest.fixture
def office(database: str, capsys: pytest.CaptureFixture[str]) -> Office:
    return Office(database, capsys)


def test_show_has_everything_but_secrets(office: Office) -> None:
    now = time.time_ns() // 1_000_000
    secret = office.write(lambda unit: unit.sessions.open(office.ann.id, "Firefox\x1b[2J", now, "192.0.2.7"))
    office.write(lambda unit: unit.reports.add(office.bob.id, office.ann.id, office.match, "cheating", "too good\n", 5))
    told = office.says("show", "ann")
    for words in (f"Ann: member, id {office.ann.id}", "role: none", "ban: none", "192.0.2.7", office.match, "too good"):
        assert words in told
    assert secret not in told
    assert "\x1b" not in told
    assert office.says("show", f"id:{office.ann.id}") == told


def test_roles(office: Office) -> None:
    assert office.says("grant", "ann", "admin", "--reason", "runs it with me") == "Ann is admin\n"
    assert office.write(lambda unit: unit.roles.of(office.ann.id)) == "admin"
    office.says("revoke", "ann", "--reason", "left")
    assert "has no role" in office.says("revoke", "ann", "--reason", "left", code=2)
    assert "moderator" in office.says("grant", "ann", "king", "--reason", "x", code=2)


def test_bans(office: Office) -> None:
    assert "banned until 2100-01-01 00:00 UTC" in office.says(
        "ban", "bob", "--until", "2100-01-01", "--reason", "abuse"
    )
    assert "ban: until 2100-01-01 00:00: abuse" in office.says("show", "bob")
    assert office.write(lambda unit: unit.jobs.subjects(FOLLOW)) == [office.bob.id]
    assert "Bob is banned for good" in office.says("ban", "bob", "--reason", "again")
    assert "until 20" in office.says("ban", "bob", "--days", "7", "--reason", "less")
    office.says("unban", "bob", "--reason", "said sorry")
    assert "ban: none" in office.says("show", "bob")
    assert "expected a day" in office.says("ban", "bob", "--until", "soon", "--reason", "x", code=2)
    assert "future" in office.says("ban", "bob", "--until", "2000-01-01", "--reason", "x", code=2)


def test_rename_close_sessions_and_delete(office: Office) -> None:
    office.says("rename", "bob", "Robert", "--reason", "as asked")
    assert office.account(office.bob).name == "Robert"
    assert "Choose another" in office.says("rename", "robert", "adm1n", "--reason", "x", code=2)
    assert "starting with a letter" in office.says("rename", "robert", "7", "--reason", "x", code=2)
    office.write(lambda unit: unit.sessions.open(office.bob.id, "", 1))
    office.says("close-sessions", "robert", "--reason", "stolen")
    assert office.write(lambda unit: unit.sessions.of_account(office.bob.id, 2)) == []
    assert office.says("delete", "robert", "--reason", "as asked") == "Robert is deleted\n"
    assert office.account(office.bob).kind == "deleted"
    assert "there is no account" in office.says("show", "robert", code=2)
    told = office.says("log", "--account", f"id:{office.bob.id}")
    assert "Robert" not in told
    assert told.count(" deleted: ") == told.count("\n") == 3


def test_annul(office: Office) -> None:
    office.says("annul", office.match, "--reason", "engine use")
    assert office.write(lambda unit: unit.results.ratings(office.ann.id)) == []
    assert office.write(differences) == []
    assert "already been annulled" in office.says("annul", office.match, "--reason", "again", code=2)
    assert "There is no match" in office.says("annul", "nothing", "--reason", "x", code=2)


def test_reports_and_the_log(office: Office) -> None:
    assert office.says("reports") == "no open reports\n"
    assert office.says("log") == "the audit log is empty\n"
    report = office.write(lambda unit: unit.reports.add(office.ann.id, office.bob.id, None, "abuse", "rude", 5))
    told = office.says("reports")
    assert f"{report}  abuse: Bob (id:{office.bob.id}), by Ann: rude" in told
    office.says("close-report", report, "--reason", "talked to")
    assert office.says("reports") == "no open reports\n"
    assert "operator  close_report Bob: talked to" in office.says("log", "--last", "1")


@pytest.mark.parametrize("reason", [(), ("--reason", ""), ("--reason", "x" * 501)])
def test_nothing_is_done_without_a_reason(office: Office, reason: tuple[str, ...]) -> None:
    assert "reason" in office.says("ban", "bob", *reason, code=2)
    assert office.says("log") == "the audit log is empty\n"


def test_help_helps(office: Office) -> None:
    with pytest.raises(SystemExit):
        main(["admin", "--help"])
    told = office._capsys.readouterr().out
    for command in ("show", "grant", "ban", "annul", "reports", "log", "audit log"):
        assert command in told
