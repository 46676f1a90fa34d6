"""Matches come into being: their header, their first event, and what must happen later."""

from __future__ import annotations

import base64
import hashlib

import msgspec

from quincunx.core.random import Random
from quincunx.play.events import Created, write_event
from quincunx.play.match import Match
from quincunx.play.setting import drawn_game
from quincunx.server.live import chores
from quincunx.server.live.headers import header
from quincunx.store.errors import Missing
from quincunx.store.store import Unit


def derived_id(*parts: str) -> str:
    """The id that these words always lead to: asking for the same thing again finds it."""
    digest = hashlib.sha256("\0".join(parts).encode()).digest()
    return base64.urlsafe_b64encode(digest[:12]).decode()


def found(unit: Unit, id: str, created: Created, invite: str | None) -> bool:
    """Make the match, unless it is there already."""
    try:
        unit.matches.get(id)
    except Missing:
        unit.matches.create(header(id, created, invite))
        unit.log.append(id, after=0, events=[write_event(created)], at=created.at)
        for kind, due in chores.wanted(Match(created), created.at).items():
            unit.jobs.put(kind, id, due)
        return True
    return False


def rematch_of(id: str, match: Match, now: int, luck: Random) -> tuple[str, Created]:
    """The same match again with the colours swapped, and lots drawn anew."""
    was = match.created
    game = drawn_game(was.game, was.rules, was.chosen, luck)
    created = msgspec.structs.replace(
        was, at=now, options=dict(game.options), seats=(match.seats[1], match.seats[0]), invited="", invite=""
    )
    return derived_id(id, "rematch"), created
