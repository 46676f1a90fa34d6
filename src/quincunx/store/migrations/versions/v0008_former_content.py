"""Named content that ships with a game has changed: store the former content in existing matches."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa
from alembic import op

from quincunx.games import games
from quincunx.games.former import FORMER_KEYS

revision = "0008"
down_revision = "0007"

matches = sa.table("matches", *map(sa.column, ("id", "game", "rules", "options")))
events = sa.table("events", *map(sa.column, ("match", "version", "payload")))

Former = Mapping[str, Mapping[str, Mapping[str, Any]]]  # the former content by option and name


def upgrade() -> None:
    for (game, rules), key in FORMER_KEYS.items():
        contents = {option.name: option.content for option in games()[key].options if option.content is not None}
        former = {name: content.former(revision) for name, content in contents.items()}
        if any(former.values()):
            _carry(game, rules, former)


def _carry(game: str, rules: str, former: Former) -> None:
    """Put the former content into the headers and the logs of all matches with these rules."""
    connection = op.get_bind()
    played = sa.select(matches.c.id, matches.c.options).where(matches.c.game == game, matches.c.rules == rules)
    for match, options in connection.execute(played).all():
        told = json.dumps(_told(json.loads(options), former), ensure_ascii=False)
        connection.execute(sa.update(matches).where(matches.c.id == match).values(options=told))
        first = (events.c.match == match) & (events.c.version == 1)
        payload = connection.execute(sa.select(events.c.payload).where(first)).scalar()
        if payload is not None:
            created = json.loads(bytes(payload))
            created["options"] = _told(created["options"], former)
            written = json.dumps(created, ensure_ascii=False).encode()
            connection.execute(sa.update(events).where(first).values(payload=written))


def _told(options: Mapping[str, Any], former: Former) -> dict[str, Any]:
    """The options, with names replaced by their former content."""
    return {
        name: former[name].get(value, value) if name in former and isinstance(value, str) else value
        for name, value in options.items()
    }
