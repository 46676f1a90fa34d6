"""Databases of every version are upgraded with what is in them, or left as they were; and the next version's are used."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
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
from quincunx.store.audit import Actor
from quincunx.store.errors import WrongSchema
from quincunx.store.moderation import Moderator
from quincunx.store.recompute import differences
from quincunx.store.store import Unit
from quincunx.store.upgrade import check, found, needed, upgrade

from .former import Former, reading, rows_of, writing
from .games import REVIEW, keep, played
from .later import ADDS, CHANGES, MIGRATIONS, migration, next_version, upgrade_to_next

LAST_BEFORE_THE_RULE = "0011"  # later migrations say which programs work with the database


def _scripts() -> list[Script]:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    return sorted(ScriptDirectory.from_config(config).walk_revisions(), key=lambda script: script.revision)


VERSIONS = [script.revision for script in _scripts()]
CARRIED_SINCE = "0008"  # matches from before carry the content that shipped then
CHANGED = {key for key in FORMER_KEYS.values() if any(option.content is not None for option in games()[key].options)}


@pytest.fixture(scope="module")
def filled() -> Iterator[Former[None]]:
    """Rows of most kinds, as they can be put into a database of every version."""
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
def test_a_database_of_every_version_keeps_what_is_in_it(filled: Former[None], version: str, database: str) -> None:
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
    assert {"matches", "events", "sessions", "tokens", "jobs", "ratings", "stats", "streaks"} <= {t for t in tables if rows[t]}


# -- a migration that fails --


class Pulled(Exception):
    """The plug was pulled."""


@pytest.mark.parametrize("part", [0.2, 0.6, 1.0])
def test_a_migration_that_fails_half_way_leaves_the_former_state(
    filled: Former[None], part: float, database: str
) -> None:
    filled.make(database, "0001")
    before = contents(database)
    with counting() as statements:
        ...
