"""Databases of every version are upgraded without data loss, or left as they were; so are those of the next version."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.config import Config
from alembic.script import Script, ScriptDirectory

from quincunx.games import games
from quincunx.games.former import FORMER_KEYS
from quincunx.games.puzzles import puzzled, shipped
from quincunx.play.seats import Bot, Person
from quincunx.protocol.security import EmailAddress
from quincunx.store import upgrade as upgrades
from quincunx.store.audit import Actor
from quincunx.store.engine import read_url
from quincunx.store.errors import StoreError, Unavailable, WrongSchema
from quincunx.store.moderation import Moderator
from quincunx.store.recompute import differences
from quincunx.store.store import Unit
from quincunx.store.upgrade import check, found, needed, upgrade

from .former import Former, reading, rows_of, writing
from .games import REVIEW, keep, played
from .later import ADDS, CHANGES, MIGRATIONS, migration, next_version, upgrade_to_next

LAST_BEFORE_THE_RULE = "0011"  # later migrations state which programs work with the database


def _scripts() -> list[Script]:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    return sorted(ScriptDirectory.from_config(config).walk_revisions(), key=lambda script: script.revision)


VERSIONS = [script.revision for script in _scripts()]
CARRIED_SINCE = "0008"  # earlier matches carry the content that shipped then
CHANGED = {key for key in FORMER_KEYS.values() if any(option.content is not None for option in games()[key].options)}


@pytest.fixture(scope="module")
def filled() -> Iterator[Former[None]]:
    """Rows of most kinds, in a form that fits into a database of any version."""
    with Former(_fill) as former:
        yield former


def _fill(unit: Unit) -> None:
    ann, bob = (Person(unit.accounts.add_member(name, "x", 1).id, name) for name in ("Ann", "Bob"))
    unit.sessions.open(ann.account, "a browser", 1)
    unit.tokens.add(bob.account, "a bot", ["play"], 1, None)
    for number, key in enumerate(FORMER_KEYS.values()):
        match, _ = keep(unit, played(key, (ann, bob), winner=number % 2, kind="pool", rated=True))
        keep(unit, played(key, (ann, Bot(1)), winner=0, kind="bot"))
        unit.reviews.ask(match, ann.account, 2)
        unit.reviews.finish(match, REVIEW)
    for game in puzzled():
        unit.puzzles.count(ann.account, game, shipped(game)[0], solved=True, at=3)
    unit.jobs.put("flag", match, 5)
    unit.emails.put(ann.account, EmailAddress("ann@example.org", 1, "en"))
    moderator = Moderator(unit, Actor(), 4)
    moderator.grant(unit.accounts.get(ann.account), "moderator", "volunteered")
    moderator.ban(unit.accounts.get(bob.account), "insults", None)


@pytest.mark.parametrize("version", VERSIONS[:-1])
def test_a_database_of_every_version_keeps_its_data(filled: Former[None], version: str, database: str) -> None:
    tables = filled.make(database, version)
    upgrade(database)
    check(database)
    with reading(database) as unit:
        assert differences(unit) == []
        rows = rows_of(unit)
    changed = {row[0] for row in filled.rows["matches"] if row[1] in CHANGED and version < CARRIED_SINCE}
    for table in tables:
        kept = {row for row in filled.rows[table] if table not in ("matches", "events") or row[0] not in changed}
        assert kept <= rows[table], table
        assert len(rows[table]) == len(filled.rows[table]), table
    assert {"matches", "events", "sessions", "tokens", "jobs", "ratings", "stats"} <= {
        name for name in tables if rows[name]
    }


# -- a migration that fails --


class Pulled(Exception):
    """The plug was pulled."""


@contextmanager
def unplugged_after(most: int) -> Iterator[list[str]]:
    """Every engine fails after executing that many changes; yields the changes."""
    changes: list[str] = []

    def before(connection: Any, cursor: Any, statement: str, *others: object) -> None:
        if statement.split()[0] in ("CREATE", "ALTER", "DROP", "INSERT", "UPDATE", "DELETE"):
            if len(changes) == most:
                raise Pulled
            changes.append(statement)

    sa.event.listen(sa.Engine, "before_cursor_execute", before)
    try:
        yield changes
    finally:
        sa.event.remove(sa.Engine, "before_cursor_execute", before)


def contents(database: str) -> dict[str, Any]:
    """All tables with their columns, indexes and rows."""
    with writing(database) as connection:
        tables = sa.MetaData()
        tables.reflect(connection)
        return {
            name: (
                [(column.name, str(column.type), column.nullable, column.primary_key) for column in table.c],
                sorted(str(index) for index in table.indexes),
                {tuple(row) for row in connection.execute(sa.select(table))},
            )
            for name, table in tables.tables.items()
        }


def test_a_migration_that_fails_anywhere_changes_nothing(filled: Former[None], database: str) -> None:
    filled.make(database, VERSIONS[0])
    before = contents(database)
    for most in (3, 80, 160):
        with unplugged_after(most) as changes, pytest.raises(Pulled):
            upgrade(database)
        assert len(changes) == most
        assert contents(database) == before
        assert found(database) == VERSIONS[0]
    upgrade(database)
    check(database)


def test_an_upgrade_does_not_hold_up_play_while_a_backup_holds_the_tables(
    new_postgresql: Callable[[], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = new_postgresql()
    upgrade(database)
    before = contents(database)
    monkeypatch.setattr(upgrades, "PATIENCE", 100)
    text = migration(ADDS, works_with=needed())
    with writing(database) as connection:
        connection.execute(sa.text("LOCK TABLE matches IN ACCESS SHARE MODE"))  # as pg_dump does
        with pytest.raises(StoreError, match="Nothing was changed; try again"):
            upgrade_to_next(database, tmp_path, text)
        assert contents(database) == before
    upgrade_to_next(database, tmp_path, text)
    assert found(database) == next_version()


# -- two versions side by side --


def test_a_database_that_ends_during_the_upgrade_is_reported_in_one_line(
    new_postgresql: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the server reports it at any other time, and nothing was changed."""
    database, note = new_postgresql(), upgrades._note_oldest

    def end(connection: sa.Connection) -> None:
        engine = sa.create_engine(read_url(database))
        with engine.connect() as other:
            other.execute(
                sa.text(
                    "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity "
                    "WHERE datname = current_database() AND pid <> pg_backend_pid()"
                )
            )
        engine.dispose()
        note(connection)

    with monkeypatch.context() as patch:
        patch.setattr(upgrades, "_note_oldest", end)
        with pytest.raises(Unavailable):
            upgrade(database)
    assert found(database) is None
    upgrade(database)
    assert found(database) == needed()


def test_a_database_of_the_next_version_is_used_if_the_migration_only_adds(database: str, tmp_path: Path) -> None:
    upgrade(database)
    upgrade_to_next(database, tmp_path, migration(ADDS, works_with=needed()))
    check(database)
    upgrade(database)
    assert found(database) == next_version()
    with reading(database) as unit:
        ann, bob = (Person(unit.accounts.add_member(name, "x", 1).id, name) for name in ("Ann", "Bob"))
        match, _ = keep(unit, played("checkers", (ann, bob), winner=0, kind="pool", rated=True))
        assert unit.connection.execute(sa.text("SELECT mood FROM matches")).scalar() == "calm"
        assert unit.matches.get(match).winner == 0
        assert differences(unit) == []


@pytest.mark.parametrize("works_with", [None, next_version()])
def test_a_database_that_only_newer_programs_work_with_is_left_alone(
    database: str, tmp_path: Path, works_with: str | None
) -> None:
    upgrade(database)
    upgrade_to_next(database, tmp_path, migration(CHANGES, works_with))
    before = contents(database)
    sentence = f"at version {next_version()}, which is too new for this program .version {needed()}."
    for use in (check, upgrade):
        with pytest.raises(WrongSchema, match=sentence):
            use(database)
    assert contents(database) == before


def test_a_newer_database_that_names_no_compatible_programs_is_left_alone(database: str) -> None:
    upgrade(database)
    with writing(database) as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
        connection.execute(sa.text("DELETE FROM counters WHERE name = 'oldest_program'"))
    for use in (check, upgrade):
        with pytest.raises(WrongSchema, match="9999"):
            use(database)


def narrowed(before: sa.MetaData, after: sa.MetaData) -> list[str]:
    """The changes between the two sets of tables that programs which know only the first could not work with."""
    faults = []
    for name, table in before.tables.items():
        if name not in after.tables:
            faults.append(f"{name} is gone")
            continue
        now = after.tables[name]
        for column in table.c:
            if column.name not in now.c:
                faults.append(f"{name}.{column.name} is gone")
            elif str(now.c[column.name].type) != str(column.type) or column.nullable > now.c[column.name].nullable:
                faults.append(f"{name}.{column.name} takes other values")
        for column in now.c:
            if column.name not in table.c and not column.nullable and column.server_default is None:
                faults.append(f"{name}.{column.name} needs a value")
        if _keys(now) - _keys(table):
            faults.append(f"{name} has a new constraint")
    return faults


def _keys(table: sa.Table) -> set[tuple[str, ...]]:
    """The columns of the constraints and unique indexes that rows must satisfy."""
    kinds = (sa.UniqueConstraint, sa.PrimaryKeyConstraint, sa.ForeignKeyConstraint)
    found = {(type(key).__name__, *key.columns.keys()) for key in table.constraints if isinstance(key, kinds)}
    return found | {("Index", *index.columns.keys()) for index in table.indexes if index.unique}


def _tables(database: str) -> sa.MetaData:
    tables = sa.MetaData()
    with writing(database) as connection:
        tables.reflect(connection)
    return tables


def test_migrations_that_older_programs_work_with_only_add(tmp_path: Path) -> None:
    for script in _scripts():
        works_with = getattr(script.module, "works_with", None)
        assert (works_with is None) == (script.revision <= LAST_BEFORE_THE_RULE), f"{script.revision}: set works_with"
        if works_with not in (None, script.revision):
            before, after = (f"sqlite:///{tmp_path / version}.db" for version in (works_with, script.revision))
            Former.make_empty(before, works_with)
            Former.make_empty(after, script.revision)
            assert narrowed(_tables(before), _tables(after)) == []


@pytest.mark.parametrize(
    ("body", "faults"),
    [
        (ADDS, []),
        (CHANGES, ["matches.kind is gone", "matches.arranged needs a value"]),
        ('op.drop_table("balance")', ["balance is gone"]),
        ('op.create_index("one", "jobs", ["subject"], unique=True)', ["jobs has a new constraint"]),
    ],
)
def test_changes_that_older_programs_cannot_work_with_are_found(body: str, faults: list[str], tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'test.db'}"
    upgrade(database)
    before = _tables(database)
    upgrade_to_next(database, tmp_path, migration(body))
    assert narrowed(before, _tables(database)) == faults
