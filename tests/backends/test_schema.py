"""The migrations make the tables that the code expects, once, whoever runs them."""

from __future__ import annotations

import os
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, create_engine, text

from quincunx.play.clocks import Untimed
from quincunx.play.events import Acted, AnyEvent, Created, Offered, read_event
from quincunx.play.match import Match
from quincunx.play.seats import Bot, Person
from quincunx.store.engine import read_url
from quincunx.store.errors import StoreError, WrongSchema
from quincunx.store.forget import forget
from quincunx.store.recompute import differences
from quincunx.store.schema import metadata
from quincunx.store.store import Unit
from quincunx.store.upgrade import check, found, needed, upgrade

from .games import begin, keep, played

# what came with each version since the first, as (table, column) or a whole table
CAME = {
    "0003": ("reviews",),
    "0004": ("puzzle_attempts", "puzzle_standings", "puzzle_grades"),
    "0005": ("balance",),
    "0006": (("matches", "leg"), ("matches", "other_leg")),
    "0007": (("seats", "friend"),),
    "0009": ("passkeys", "second_factors", "recovery_codes", "email_addresses", "tickets"),
    "0010": (("matches", "annulled"), ("sessions", "network"), "roles", "bans", "reports", "audit"),
}


def take_back(connection: Connection, version: str) -> None:
    """Make the database one of that version, as far as its tables go."""
    for thing in (thing for since, things in CAME.items() if since > version for thing in things):
        if isinstance(thing, str):
            connection.execute(text(f"DROP TABLE {thing}"))
        else:
            connection.execute(text("ALTER TABLE {} DROP COLUMN {}".format(*thing)))
    connection.execute(text(f"UPDATE alembic_version SET version_num = '{version}'"))


def test_migrated_tables_are_the_ones_in_the_code(database: str) -> None:
    upgrade(database)
    engine = create_engine(read_url(database))
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()


def test_an_empty_database_is_refused_until_it_is_upgraded(database: str) -> None:
    with pytest.raises(WrongSchema, match="quincunx db upgrade"):
        check(database)
    assert found(database) is None
    upgrade(database)
    upgrade(database)
    assert found(database) == needed()
    check(database)


def test_a_file_that_is_not_there_is_named_and_not_made(tmp_path: Path) -> None:
    file = tmp_path / "mistyped.db"
    with pytest.raises(WrongSchema, match=r"there is no file .*mistyped\.db"):
        check(f"sqlite:///{file}")
    assert not file.exists()


def test_a_file_is_for_its_owner_only_whoever_makes_it(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'made.db'}"
    usual = os.umask(0o022)
    try:
        upgrade(url)
        engine = create_engine(read_url(url))
        with engine.begin() as connection:
            Unit(connection).accounts.add_guest(1)
            modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
        engine.dispose()
    finally:
        os.umask(usual)
    assert modes == dict.fromkeys(("made.db", "made.db-wal", "made.db-shm"), 0o600)


def test_a_newer_database_is_left_alone(database: str) -> None:
    upgrade(database)
    engine = create_engine(read_url(database))
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    with pytest.raises(WrongSchema, match="newer"):
        upgrade(database)
    with pytest.raises(WrongSchema, match="9999"):
        check(database)


def test_two_who_upgrade_at_once_do_not_clash(database: str) -> None:
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(upgrade, [database] * 4)) == [None] * 4
    check(database)


def test_matches_that_ended_before_headers_said_how_are_told_from_their_logs(database: str) -> None:
    upgrade(database)
    logs = [played("cengers", (Bot(1), Bot(2)), winner=winner) for winner in (1, None)]
    logs[0].append(Offered(at=9, side=0, offer="rematch"))
    engine = create_engine(read_url(database))
    with engine.begin() as connection:
        ids = [keep(Unit(connection), log)[0] for log in logs]
        for column in ("winner", "reason"):
            connection.execute(text(f"ALTER TABLE matches DROP COLUMN {column}"))
        take_back(connection, "0001")
    upgrade(database)
    with engine.connect() as connection:
        headers = [Unit(connection).matches.get(match) for match in ids]
    engine.dispose()
    assert [(header.winner, header.reason) for header in headers] == [(1, "left"), (None, "agreed")]


def test_matches_that_ended_before_the_balance_was_counted_count(database: str) -> None:
    upgrade(database)
    engine = create_engine(read_url(database))
    with engine.begin() as connection:
        unit = Unit(connection)
        accounts = [unit.accounts.add_member(name, "x", 1) for name in ("Ann", "Bob", "Cid")]
        ann, bob, cid = (Person(account.id, account.name) for account in accounts)
        for seats, winner in [((ann, bob), 0)] * 12 + [((bob, cid), None), ((cid, ann), 1)]:
            keep(unit, played("checkers", seats, winner, kind="pool", rated=True))
        keep(unit, played("checkers", (ann, bob), winner=0))
        keep(unit, played("checkers", (ann, Bot(3)), winner=0, kind="bot"))
        forget(unit, ann.account)
        counted = unit.results.balance()
        take_back(connection, "0004")
    upgrade(database)
    with engine.connect() as connection:
        assert Unit(connection).results.balance() == counted
        assert differences(Unit(connection)) == []
    engine.dispose()
    assert len(counted) > 1


def test_matches_that_began_with_armies_of_earlier_versions_go_on_with_them(database: str) -> None:
    """A bishop on b2 used to defeat the pawn on g7, so it could attack the rook on h8 next."""
    actions = ["b2-b3", "a7-a6", "c1-b2", "a6-a5", "b2-g7", "a5-a4", "g7-h8"]
    armies = {"white": "standard", "black": "standard"}
    created = Created(
        at=1, game="battlefield", rules="seed", options=armies, seats=(Bot(1), Bot(2)), clock=Untimed(), kind="bot"
    )
    log: list[AnyEvent] = [Acted(at=2 + ply, side=ply % 2, action=action) for ply, action in enumerate(actions)]
    upgrade(database)
    engine = create_engine(read_url(database))
    with engine.begin() as connection:
        key = begin(Unit(connection), created, [created, *log])
        take_back(connection, "0007")
    upgrade(database)
    with engine.connect() as connection:
        unit = Unit(connection)
        match = Match.from_events([read_event(logged.payload) for logged in unit.log.read(key)])
        assert unit.matches.get(key).options == match.created.options
    engine.dispose()
    assert match.state.ply == len(actions)
    assert match.created.options["white"]["name"] == "Standard"


@pytest.mark.parametrize("text", ["", "nonsense", "mysql://x/y", "sqlite://", "sqlite:///:memory:"])
def test_other_addresses_are_refused(text: str) -> None:
    with pytest.raises(StoreError):
        read_url(text)
