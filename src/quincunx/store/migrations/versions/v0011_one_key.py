"""A single key for each game: tables and logs used to have the keys of a game and one of its rule sets."""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

import sqlalchemy as sa
from alembic import op

from quincunx.games.former import FORMER_KEYS

revision = "0011"
down_revision = "0010"

UNNAMED = "seed"  # the name of a game's default rule set
LONGEST = 32  # characters of a key
AT_ONCE = 1000  # first events to read at once

PLAIN = ("matches", "rating_history")
KEYED = {  # tables with the game in their primary keys, and their new primary keys
    "ratings": ("account", "game"),
    "stats": ("account", "game", "opponent", "side"),
    "streaks": ("account", "game", "opponent"),
    "puzzle_attempts": ("account", "game", "puzzle"),
    "puzzle_standings": ("account", "game"),
    "puzzle_grades": ("game", "puzzle"),
    "balance": ("game", "band"),
}

events = sa.table("events", *map(sa.column, ("match", "version", "payload")))


def upgrade() -> None:
    _rename_in_logs()
    op.drop_index("ix_ratings_game_rules_rating", "ratings")
    for table in (*PLAIN, *KEYED):
        _rename_in_table(table)
    for table in PLAIN:
        op.drop_column(table, "rules")  # do not copy the table: dropping the original would also delete seats and logs
    for table, columns in KEYED.items():
        with op.batch_alter_table(table) as batch:
            batch.drop_constraint(f"pk_{table}", type_="primary")
            batch.drop_column("rules")
            batch.create_primary_key(f"pk_{table}", list(columns))
    op.create_index("ix_ratings_game_rating", "ratings", ["game", "rating"])


def _key(game: str, rules: str) -> str:
    """The game's new key; for a game that this program does not know, it is made from the former names."""
    return FORMER_KEYS.get((game, rules)) or (game if rules == UNNAMED else _shortened(f"{game}-{rules}"))


def _shortened(key: str) -> str:
    """The key, shortened to fit into its column; long keys with the same beginning stay distinct."""
    return key if len(key) <= LONGEST else f"{key[:23]}-{sha256(key.encode()).hexdigest()[:8]}"


def _rename_in_table(name: str) -> None:
    table = sa.table(name, sa.column("game"), sa.column("rules"))
    connection = op.get_bind()
    for game, rules in connection.execute(sa.select(table.c.game, table.c.rules).distinct()).all():
        these = sa.update(table).where(table.c.game == game, table.c.rules == rules)
        connection.execute(these.values(game=_key(game, rules)))


def _rename_in_logs() -> None:
    """Change the game in the first event of every log."""
    connection = op.get_bind()
    where = (events.c.match == sa.bindparam("of"), events.c.version == 1)
    change = sa.update(events).where(*where).values(payload=sa.bindparam("written", type_=sa.LargeBinary()))
    for rows in _first_events():
        connection.execute(change, [{"of": match, "written": _renamed(bytes(payload))} for match, payload in rows])


def _first_events() -> Iterator[list[Any]]:
    """The first events of all logs, in batches to limit the use of memory."""
    last = ""
    while True:
        part = sa.select(events.c.match, events.c.payload).where(events.c.version == 1, events.c.match > last)
        rows = list(op.get_bind().execute(part.order_by(events.c.match).limit(AT_ONCE)))
        if not rows:
            return
        yield rows
        last = rows[-1].match


def _renamed(payload: bytes) -> bytes:
    created = json.loads(payload)
    created["game"] = _key(created["game"], created.pop("rules"))
    return json.dumps(created, ensure_ascii=False, separators=(",", ":")).encode()
