"""The migrations create the tables that the code expects, once, whoever runs them."""

from __future__ import annotations

import json
import os
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, text

from quincunx.play.clocks import Untimed
from quincunx.play.events import Acted, AnyEvent, Created, Offered, read_event
from quincunx.play.match import Match
from quincunx.play.seats import Bot, Person
from quincunx.store import listing
from quincunx.store.account_deletion import delete_account
from quincunx.store.engine import read_url
from quincunx.store.errors import StoreError, WrongSchema
from quincunx.store.recompute import differences
from quincunx.store.results import Evenness
from quincunx.store.schema import metadata
from quincunx.store.store import Unit
from quincunx.store.upgrade import check, found, needed, upgrade

from .former import make_former, reading, writing
from .games import begin, keep, played


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


def test_two_who_upgrade_at_once_do_not_clash(database: str) -> None:
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(upgrade, [database] * 4)) == [None] * 4
    check(database)


def test_matches_that_ended_before_headers_said_how_are_told_from_their_logs(database: str) -> None:
    logs = [played("cengers", (Bot(1), Bot(2)), winner=winner) for winner in (1, None)]
    logs[0].append(Offered(at=9, side=0, offer="rematch"))
    ids = make_former(database, "0001", lambda unit: [keep(unit, log)[0] for log in logs])
    upgrade(database)
    with reading(database) as unit:
        headers = [unit.matches.get(match) for match in ids]
    assert [(header.winner, header.reason) for header in headers] == [(1, "left"), (None, "agreed")]


def test_matches_that_ended_before_the_balance_was_counted_count(database: str) -> None:
    def work(unit: Unit) -> list[Evenness]:
        accounts = [unit.accounts.add_member(name, "x", 1) for name in ("Ann", "Bob", "Cid")]
        ann, bob, cid = (Person(account.id, account.name) for account in accounts)
        for seats, winner in [((ann, bob), 0)] * 12 + [((bob, cid), None), ((cid, ann), 1)]:
            keep(unit, played("checkers", seats, winner, kind="pool", rated=True))
        keep(unit, played("checkers", (ann, bob), winner=0))
        keep(unit, played("checkers", (ann, Bot(3)), winner=0, kind="bot"))
        delete_account(unit, ann.account)
        return unit.results.balance()

    counted = make_former(database, "0004", work)
    upgrade(database)
    with reading(database) as unit:
        assert unit.results.balance() == counted
        assert differences(unit) == []
    assert len(counted) > 1


def test_matches_that_began_with_armies_of_earlier_versions_go_on_with_them(database: str) -> None:
    """A bishop on b2 used to defeat the pawn on g7, so its next attack could be on the rook on h8."""
    actions = ["b2-b3", "a7-a6", "c1-b2", "a6-a5", "b2-g7", "a5-a4", "g7-h8"]
    armies = {"white": "standard", "black": "standard"}
    created = Created(at=1, game="battlefield", options=armies, seats=(Bot(1), Bot(2)), clock=Untimed(), kind="bot")
    log: list[AnyEvent] = [Acted(at=2 + ply, side=ply % 2, action=action) for ply, action in enumerate(actions)]
    key = make_former(database, "0007", lambda unit: begin(unit, created, [created, *log]))
    upgrade(database)
    with reading(database) as unit:
        match = Match.from_events([read_event(logged.payload) for logged in unit.log.read(key)])
        assert unit.matches.get(key).options == match.created.options
    assert match.state.ply == len(actions)
    assert match.created.options["white"]["name"] == "Standard"


def test_games_that_nobody_here_knows_keep_their_names(database: str) -> None:
    """The package that provides them may be installed again. Two names that are too long for one key are shortened."""
    strange = {
        "ludo": ("ludo", "seed"),
        "ludo-quick": ("ludo", "quick"),
        "g" * 32: ("g" * 32, "seed"),
        "g" * 16 + "-" + "r" * 15: ("g" * 16, "r" * 15),
        f"{'g' * 23}-7079e7ab": ("g" * 32, "r" * 32),
        f"{'g' * 23}-899af1fb": ("g" * 32, "s" * 32),
    }
    seats = Bot(1), Bot(2)
    ids = make_former(database, "0010", lambda unit: [keep(unit, played("cengers", seats, 0))[0] for _ in strange])
    with writing(database) as connection:
        for match, (game, rules) in zip(ids, strange.values(), strict=True):
            named = {"id": match, "game": game, "rules": rules}
            connection.execute(text("UPDATE matches SET game = :game, rules = :rules WHERE id = :id"), named)
            payload = json.dumps({"type": "created", "game": game, "rules": rules}).encode()
            change = text("UPDATE events SET payload = :payload WHERE match = :id AND version = 1")
            connection.execute(change, {"id": match, "payload": payload})
    upgrade(database)
    with reading(database) as unit:
        shown = listing.shown(unit, [unit.matches.get(match) for match in ids], "")
        first = [json.loads(unit.log.first(match).payload) for match in ids]
    assert [match.game for match in shown] == list(strange)
    assert first == [{"type": "created", "game": key} for key in strange]


def test_the_last_heartbeat_of_an_earlier_version_is_kept(database: str) -> None:
    make_former(database, "0011", lambda unit: unit.jobs.put("alive", "alive", 5))
    upgrade(database)
    with reading(database) as unit:
        assert unit.processes.last_seen("server") == 5
        assert unit.jobs.subjects("alive") == []


@pytest.mark.parametrize("text", ["", "nonsense", "mysql://x/y", "sqlite://", "sqlite:///:memory:"])
def test_other_addresses_are_refused(text: str) -> None:
    with pytest.raises(StoreError):
        read_url(text)
