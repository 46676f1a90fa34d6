"""Annulled matches count for nothing: the tables match the logs without them."""

from __future__ import annotations

import random

import pytest
from sqlalchemy import update

from quincunx.play.balance import Tally
from quincunx.play.events import Rematched, read_event, write_event
from quincunx.play.glicko import Rating, rated
from quincunx.play.match import Match
from quincunx.play.seats import Bot, Person
from quincunx.play.summary import summary
from quincunx.store.account_deletion import delete_account
from quincunx.store.annulment import annul, prepare
from quincunx.store.errors import Conflict
from quincunx.store.listing import told
from quincunx.store.recompute import differences, recompute
from quincunx.store.schema import events

from .conftest import BlockingStore
from .games import begin, keep, played
from .test_legs import first_game, ratings, second_game
from .test_results import person


def kept(store: BlockingStore, seats: tuple[Person, Person], winner: int | None, moves: int = 4) -> str:
    log = played("checkers", seats, winner, kind="pool", rated=True, moves=moves)
    return store.write(lambda unit: keep(unit, log))[0]


def two_games(store: BlockingStore, ann: Person, bob: Person, moves: tuple[int, int] = (4, 12)) -> tuple[str, str]:
    """Both win once; Ann needs fewer turns if the first game has fewer moves."""
    first, leg = first_game(store, (ann, bob), winner=0, moves=moves[0])
    second = second_game(store, (bob, ann), winner=0, leg=leg, moves=moves[1])
    met = write_event(Rematched(at=99, match=second))
    last = store.read(lambda unit: unit.matches.get(first).version)
    here = (events.c.match == first, events.c.version == last)
    store.write(lambda unit: unit.connection.execute(update(events).where(*here).values(payload=met)))
    store.write(lambda unit: unit.matches.update(first, other_leg=second))
    return first, second


def test_everything_is_as_if_the_match_had_not_been(store: BlockingStore) -> None:
    ann, bob, cid = (person(store, name) for name in ("Ann", "Bob", "Cid"))
    wrong = kept(store, (ann, bob), winner=0, moves=12)
    kept(store, (bob, cid), winner=0)  # depends on Bob's rating after the wrong match
    assert store.write(lambda unit: annul(unit, wrong, 50)) == [wrong]
    won, lost = rated(Rating(), [(Rating(), 1.0)]), rated(Rating(), [(Rating(), 0.0)])
    assert ratings(store, ann, bob, cid) == [Rating(), won, lost]
    assert store.read(lambda unit: unit.results.ratings(ann.account)) == []
    assert store.read(lambda unit: unit.results.stats(ann.account)) == []
    assert store.read(lambda unit: unit.results.streaks(ann.account)) == []
    assert store.read(lambda unit: unit.results.history(ann.account, "checkers")) == []
    (row,) = store.read(lambda unit: unit.results.balance())
    assert row.tally == Tally(won=1)
    assert store.read(differences) == []
    shown = store.read(lambda unit: told(unit, unit.matches.get(wrong), ann.account))
    assert (shown.annulled, shown.points, shown.winner) == (True, None, 0)


def test_a_longest_game_and_a_streak_are_looked_for_anew(store: BlockingStore) -> None:
    ann, bob = person(store, "Ann"), person(store, "Bob")
    ids = [kept(store, (ann, bob), winner, moves) for winner, moves in ((0, 4), (0, 20), (0, 8), (1, 6))]
    store.write(lambda unit: annul(unit, ids[1], 50))
    (line,) = store.read(lambda unit: unit.results.stats(ann.account))
    (streak,) = store.read(lambda unit: unit.results.streaks(ann.account))
    assert (line.stats.won, line.stats.lost, streak.streak.best) == (2, 1, 2)
    assert store.read(differences) == []


def test_recomputing_leaves_it_annulled(store: BlockingStore) -> None:
    ann, bob = person(store, "Ann"), person(store, "Bob")
    wrong = kept(store, (ann, bob), winner=0)
    store.write(lambda unit: annul(unit, wrong, 50))
    store.write(recompute)
    assert store.read(lambda unit: unit.results.ratings(ann.account)) == []
    store.write(lambda unit: unit.matches.update(wrong, annulled=None))
    assert store.read(differences) != []  # shows that the test can fail


@pytest.mark.parametrize("which", [0, 1])
def test_two_games_are_annulled_together(store: BlockingStore, which: int) -> None:
    ann, bob = person(store, "Ann"), person(store, "Bob")
    both = two_games(store, ann, bob)
    assert set(store.write(lambda unit: annul(unit, both[which], 50))) == set(both)
    assert ratings(store, ann, bob) == [Rating(), Rating()]
    assert store.read(differences) == []


def test_turns_still_decide_two_games_when_another_match_is_annulled(store: BlockingStore) -> None:
    ann, bob = person(store, "Ann"), person(store, "Bob")
    wrong = kept(store, (bob, ann), winner=0)
    two_games(store, ann, bob)
    store.write(lambda unit: annul(unit, wrong, 50))
    won, lost = rated(Rating(), [(Rating(), 1.0)]), rated(Rating(), [(Rating(), 0.0)])
    assert ratings(store, ann, bob) == [won, lost]
    assert store.read(differences) == []


def test_a_second_game_under_way_will_not_count_either(store: BlockingStore) -> None:
    ann, bob = person(store, "Ann"), person(store, "Bob")
    first, second = two_games(store, ann, bob)
    ended = {"status": "running", "finished": None, "winner": None, "reason": None}
    log = store.read(lambda unit: unit.log.read(second))
    store.write(lambda unit: unit.matches.update(second, **ended))
    store.write(recompute)
    store.write(lambda unit: annul(unit, first, 50))
    result = summary(Match.from_events([read_event(row.payload) for row in log]))
    assert result is not None
    store.write(lambda unit: unit.results.finish(second, result, 60))
    assert ratings(store, ann, bob) == [Rating(), Rating()]
    assert store.read(lambda unit: unit.results.stats(ann.account)) == []
    assert store.read(differences) == []


def test_what_has_not_ended_or_is_annulled_is_refused(store: BlockingStore) -> None:
    ann, bob = person(store, "Ann"), person(store, "Bob")
    log = played("checkers", (ann, bob), winner=0)[:-1]
    running = store.write(lambda unit: begin(unit, log[0], log))
    with pytest.raises(Conflict, match="only annul a finished match"):
        store.write(lambda unit: annul(unit, running, 50))
    ended = kept(store, (ann, bob), winner=0)
    store.write(lambda unit: annul(unit, ended, 50))
    with pytest.raises(Conflict, match="already"):
        store.write(lambda unit: annul(unit, ended, 51))


@pytest.mark.parametrize("meanwhile", ["nothing", "ended", "annulled"])
def test_what_was_prepared_beside_play_takes_in_what_happened_since(store: BlockingStore, meanwhile: str) -> None:
    ann, bob, cid = (person(store, name) for name in ("Ann", "Bob", "Cid"))
    wrong, other = kept(store, (ann, bob), winner=0), kept(store, (cid, bob), winner=1)
    prepared = store.read(lambda unit: prepare(unit, wrong))
    assert prepared is not None
    if meanwhile == "ended":
        kept(store, (bob, cid), winner=0)
    if meanwhile == "annulled":
        store.write(lambda unit: annul(unit, other, 40))
    store.write(lambda unit: annul(unit, wrong, 50, prepared))
    assert store.read(differences) == []


def test_any_matches_annulled_in_any_order_leave_what_the_logs_say(store: BlockingStore) -> None:
    luck = random.Random(18)
    people = [person(store, name) for name in ("Ann", "Bob", "Cid", "Dan")]
    ids = []
    for _ in range(14):
        one, other = luck.sample(people, 2)
        ids.append(kept(store, (one, other), luck.choice((0, 1, None)), luck.randrange(1, 16)))
    ids += two_games(store, *luck.sample(people, 2), moves=(6, 6))[:1]
    bots = played("checkers", (people[0], Bot(3)), winner=0, kind="bot", moves=9)
    ids.append(store.write(lambda unit: keep(unit, bots))[0])
    store.write(lambda unit: delete_account(unit, people[3].account))
    for id in luck.sample(ids, 8):
        store.write(lambda unit, id=id: annul(unit, id, 50))
        assert store.read(differences) == []
