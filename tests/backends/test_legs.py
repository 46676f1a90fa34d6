"""Two games as one match: rated once, and consistent with the logs."""

from __future__ import annotations

import msgspec
import pytest
from sqlalchemy import text

from quincunx.play import legs
from quincunx.play.balance import Tally
from quincunx.play.events import Rematched, write_event
from quincunx.play.glicko import Rating, rated
from quincunx.play.legs import Leg
from quincunx.play.seats import Person
from quincunx.store.listing import shown
from quincunx.store.recompute import differences, recompute
from quincunx.words.wire import encode_text

from .conftest import BlockingStore
from .games import keep, played
from .test_results import person


def first_game(
    store: BlockingStore, seats: tuple[Person, Person], winner: int | None, moves: int = 4
) -> tuple[str, Leg]:
    """Store a rated first game; returns its id and the leg that follows."""
    log = played("checkers", seats, winner, kind="pool", rated=True, moves=moves, leg=legs.begun(2))
    id, ended = store.write(lambda unit: keep(unit, log))
    rematched = write_event(Rematched(at=99, match="other"))
    store.write(lambda unit: unit.log.append(id, after=len(log), events=[rematched], at=99))
    store.write(lambda unit: unit.matches.update(id, other_leg="other"))
    return id, legs.second(id, winner, ended.turns)


def second_game(
    store: BlockingStore, seats: tuple[Person, Person], winner: int | None, leg: Leg, moves: int = 4
) -> str:
    log = played("checkers", seats, winner, kind="pool", rated=True, moves=moves, leg=leg)
    return store.write(lambda unit: keep(unit, log))[0]


def ratings(store: BlockingStore, *people: Person) -> list[Rating]:
    return [store.read(lambda unit, id=each.account: unit.results.rating(id, "checkers")) for each in people]


def test_two_games_are_rated_once_when_both_are_played(store: BlockingStore) -> None:
    ann, bob = person(store, "Ann"), person(store, "Bob")
    _, leg = first_game(store, (ann, bob), winner=0)
    assert ratings(store, ann, bob) == [Rating(), Rating()]
    assert store.read(differences) == []
    second = second_game(store, (bob, ann), winner=0, leg=leg, moves=12)
    won, lost = rated(Rating(), [(Rating(), 1.0)]), rated(Rating(), [(Rating(), 0.0)])
    assert ratings(store, ann, bob) == [won, lost]  # one win each, and Ann's win was shorter
    (point,) = store.read(lambda unit: unit.results.history(ann.account, "checkers"))
    assert point.match == second
    (line,) = store.read(lambda unit: unit.results.ratings(ann.account))
    assert line.played == 1
    assert store.read(differences) == []


def test_every_game_counts_in_the_stats(store: BlockingStore) -> None:
    ann, bob = person(store, "Ann"), person(store, "Bob")
    _, leg = first_game(store, (ann, bob), winner=0)
    second_game(store, (bob, ann), winner=0, leg=leg)
    sides = [
        (line.side, line.stats.won, line.stats.lost)
        for line in store.read(lambda unit: unit.results.stats(ann.account))
    ]
    assert sides == [(0, 1, 0), (1, 0, 1)]


def test_every_game_counts_for_the_balance(store: BlockingStore) -> None:
    ann, bob = person(store, "Ann"), person(store, "Bob")
    _, leg = first_game(store, (ann, bob), winner=0)
    (row,) = store.read(lambda unit: unit.results.balance())
    assert row.tally == Tally(won=1)
    assert store.read(differences) == []
    second_game(store, (bob, ann), winner=1, leg=leg)
    (row,) = store.read(lambda unit: unit.results.balance())
    assert row.tally == Tally(won=1, lost=1)
    assert store.read(differences) == []


def test_recomputed_from_the_logs_it_is_the_same(store: BlockingStore) -> None:
    ann, bob = person(store, "Ann"), person(store, "Bob")
    _, leg = first_game(store, (ann, bob), winner=None)
    second_game(store, (bob, ann), winner=1, leg=leg)
    before = ratings(store, ann, bob)
    store.write(lambda unit: unit.connection.execute(text("DELETE FROM ratings")))
    assert store.read(differences) != []
    store.write(recompute)
    assert store.read(differences) == []
    assert ratings(store, ann, bob) == before


@pytest.mark.parametrize("change", ["leg = 2", "leg = NULL", "other_leg = 'elsewhere'"])
def test_a_header_that_says_another_leg_than_its_log_is_found(store: BlockingStore, change: str) -> None:
    ann, bob = person(store, "Ann"), person(store, "Bob")
    id, _ = first_game(store, (ann, bob), winner=0)
    store.write(lambda unit: unit.connection.execute(text(f"UPDATE matches SET {change}")))
    assert any(fault.startswith(f"match {id}: leg is") for fault in store.read(differences))


def test_lists_say_which_game_it_is_and_where_the_other_one_is(store: BlockingStore) -> None:
    ann, bob = person(store, "Ann"), person(store, "Bob")
    first, leg = first_game(store, (ann, bob), winner=0)
    second = second_game(store, (bob, ann), winner=0, leg=leg)
    headers = store.read(lambda unit: [unit.matches.get(id) for id in (first, second)])
    listed = store.read(lambda unit: shown(unit, headers, ann.account))
    assert [(each.leg, each.other_leg) for each in listed] == [(1, "other"), (2, first)]
    assert msgspec.to_builtins(listed[1], enc_hook=encode_text)["other_leg"] == first
