"""The terminal and the window's server on one database, even in one match: nothing forks, the slower one catches up."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import quincunx
from quincunx.clients.local import account as local_account
from quincunx.clients.local.database import LocalDatabase
from quincunx.clients.local.new_match import seats_of, start_match
from quincunx.clients.local.seat import LocalSeat
from quincunx.clients.remote import Client, Refused
from quincunx.play.events import read_event
from quincunx.play.match import Match
from remote.conftest import LIVELY
from remote.people import until
from servers import Server, running


@pytest.fixture
def local_db(tmp_path: Path) -> Iterator[LocalDatabase]:
    with LocalDatabase(f"sqlite:///{tmp_path / 'both.db'}") as local_db:
        yield local_db


@pytest.fixture
def window(local_db: LocalDatabase) -> Iterator[Server]:
    with running(local_db.database, **LIVELY) as server:
        yield server
        assert not [line for line in server.log if line["level"] == "error"]


def stored(local_db: LocalDatabase, id: str) -> Match:
    return Match.from_events(read_event(row.payload) for row in local_db.read(lambda unit: unit.log.read(id)))


def test_both_sides_of_a_match_from_two_programs(local_db: LocalDatabase, window: Server) -> None:
    ann = local_account.register(local_db, "Ann", "correct horse")
    id = start_match(local_db, quincunx.game("hnefatafl"), seats_of(ann, (), 1))
    here, random = LocalSeat(local_db, id, ann.id), Random(1)
    with Client(window.url) as client:
        client.log_in("Ann", "correct horse")
        assert [match.id for match in client.matches()] == [id]
        there = client.open(id)
        for _ in range(4):
            here.act(here.match.state.text(random.choice(here.match.state.legal_actions())))
            with pytest.raises(Refused) as refused:  # the server notices it when a player wants to act
                there.act(there.match.state.text(random.choice(there.match.state.legal_actions())))
            assert refused.value.code == "stale"
            until(there, lambda match: match.version == here.match.version)
            there.act(there.match.state.text(random.choice(there.match.state.legal_actions())))
            until(here, lambda match: match.version == there.match.version)
        assert here.match == there.match == stored(local_db, id)
    here.close()


def test_a_bot_answers_once_whoever_lets_it_think(local_db: LocalDatabase, window: Server) -> None:
    me = local_account.here(local_db)
    id = start_match(local_db, quincunx.game("cengers"), seats_of(me, (1,), 1))
    seat, random = LocalSeat(local_db, id, me.id, bot_seconds=0.2), Random(2)
    for _ in range(30):
        if seat.match.state.to_move == 0:
            seat.act(seat.match.state.text(random.choice(seat.match.state.legal_actions())))
        else:
            until(seat, lambda match: match.state.to_move == 0 or match.status != "running")
    seat.close()
    assert seat.match == stored(local_db, id)
