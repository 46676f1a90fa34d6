"""Stats and ratings: what the matches add up to, always consistent with the logs."""

from __future__ import annotations

import asyncio
import random
from collections import defaultdict

import msgspec
import pytest
from sqlalchemy import text

from quincunx.play.balance import Tally
from quincunx.play.events import read_event, write_event
from quincunx.play.glicko import Rating, rated
from quincunx.play.match import Match
from quincunx.play.seats import Bot, Friend, Person, Seat
from quincunx.play.standings import Stats, Streak
from quincunx.protocol.ratings import Change
from quincunx.store.account_deletion import delete_account
from quincunx.store.export import export
from quincunx.store.recompute import differences, recompute
from quincunx.store.results import Evenness

from .conftest import BlockingStore
from .games import keep, played


def person(store: BlockingStore, name: str) -> Person:
    return Person(store.write(lambda unit: unit.accounts.add_member(name, "hash", 1)).id, name)


def test_a_win_against_a_bot_counts_in_its_line_only(store: BlockingStore) -> None:
    ann = person(store, "Ann")
    log = played("hnefatafl", (ann, Bot(3)), winner=0, kind="bot")
    _, ended = store.write(lambda unit: keep(unit, log))
    (line,) = store.read(lambda unit: unit.results.stats(ann.account))
    assert (line.game, line.opponent, line.level, line.side) == ("hnefatafl", "bot", 3, 0)
    assert line.stats == Stats(won=1, captures=ended.captures[0], longest=ended.turns)
    assert store.read(lambda unit: unit.results.ratings(ann.account)) == []


BEN = Friend("Ben")


@pytest.mark.parametrize("side", [0, 1])
def test_a_game_against_a_friend_at_one_screen_counts_for_the_accounts_side(store: BlockingStore, side: int) -> None:
    """Hnefatafl's document asks for stats of games against a friend at the same screen; these games are casual."""
    ann = person(store, "Ann")
    seats = (ann, BEN) if side == 0 else (BEN, ann)
    for winner in (side, side, 1 - side, None):
        log = played("hnefatafl", seats, winner, kind="hot_seat")
        store.write(lambda unit, log=log: keep(unit, log))
    (line,) = store.read(lambda unit: unit.results.stats(ann.account))
    assert (line.game, line.opponent, line.side) == ("hnefatafl", "friend", side)
    assert (line.stats.won, line.stats.lost, line.stats.drawn) == (2, 1, 1)
    (streak,) = store.read(lambda unit: unit.results.streaks(ann.account))
    assert streak.streak == Streak(current=0, best=2)
    assert store.read(lambda unit: unit.results.ratings(ann.account)) == []
    assert store.read(lambda unit: unit.results.balance()) == []  # balance counts only rated matches
    assert store.read(differences) == []
    store.write(recompute)
    assert store.read(lambda unit: unit.results.stats(ann.account)) == [line]


def test_who_is_deleted_takes_the_friends_name_along(store: BlockingStore) -> None:
    ann = person(store, "Ann")
    match, _ = store.write(lambda unit: keep(unit, played("cengers", (BEN, ann), winner=1, kind="hot_seat")))
    account = store.read(lambda unit: unit.accounts.get(ann.account))
    assert b"Ben" in msgspec.json.encode(store.read(lambda unit: export(unit, account, 2)))
    store.write(lambda unit: delete_account(unit, ann.account))
    log = store.read(lambda unit: unit.log.read(match))
    assert not any(b"Ben" in event.payload for event in log)
    assert "Ben" not in str(store.read(lambda unit: unit.matches.get(match)))
    assert store.read(differences) == []


def test_one_who_plays_both_sides_in_an_old_log_gathers_no_stats(store: BlockingStore) -> None:
    ann = person(store, "Ann")
    store.write(lambda unit: keep(unit, played("cengers", (ann, ann), winner=1, kind="hot_seat")))
    assert store.read(lambda unit: unit.results.stats(ann.account)) == []
    assert store.read(differences) == []


def test_streaks_go_over_both_sides_and_end_with_anything_but_a_win(store: BlockingStore) -> None:
    ann, bob = person(store, "Ann"), person(store, "Bob")
    for seats, winner in [((ann, bob), 0), ((bob, ann), 1), ((ann, bob), None), ((ann, bob), 0)]:
        log = played("cengers", seats, winner)
        store.write(lambda unit, log=log: keep(unit, log))
    (streak,) = store.read(lambda unit: unit.results.streaks(ann.account))
    assert (streak.opponent, streak.streak) == ("friend", Streak(current=1, best=2))


def test_a_rated_match_moves_both_ratings_by_what_they_were_before(store: BlockingStore) -> None:
    ann, bob = person(store, "Ann"), person(store, "Bob")
    match, _ = store.write(lambda unit: keep(unit, played("checkers", (ann, bob), winner=1, kind="pool", rated=True)))
    worse, better = rated(Rating(), [(Rating(), 0.0)]), rated(Rating(), [(Rating(), 1.0)])
    assert store.read(lambda unit: unit.results.rating(ann.account, "checkers")) == worse
    assert store.read(lambda unit: unit.results.rating(bob.account, "checkers")) == better
    assert store.read(lambda unit: unit.results.rating(bob.account, "draughts")) == Rating()
    (point,) = store.read(lambda unit: unit.results.history(bob.account, "checkers"))
    assert (point.match, point.rating, point.provisional) == (match, better, True)


def settle(store: BlockingStore) -> None:
    """Make all ratings look settled, as after many rated matches."""
    store.write(lambda unit: unit.connection.execute(text("UPDATE ratings SET deviation = 60")))


def leaders(store: BlockingStore) -> list[str]:
    return [leader.name for leader in store.read(lambda unit: unit.results.leaders("checkers"))]


def test_nobody_leads_by_a_provisional_rating(store: BlockingStore) -> None:
    ann, bob, cid = (person(store, name) for name in ("Ann", "Bob", "Cid"))
    store.write(lambda unit: keep(unit, played("checkers", (ann, bob), winner=1, kind="pool", rated=True)))
    assert leaders(store) == []
    (rating,) = store.read(lambda unit: unit.results.ratings(bob.account))
    assert (rating.played, rating.provisional) == (1, True)
    settle(store)
    assert leaders(store) == ["Bob", "Ann"]
    (rating,) = store.read(lambda unit: unit.results.ratings(bob.account))
    assert rating.provisional is False
    store.write(lambda unit: keep(unit, played("checkers", (cid, bob), winner=0, kind="pool", rated=True)))
    assert leaders(store) == ["Bob", "Ann"]  # one win over the leader does not make Cid the leader


def test_enough_rated_matches_settle_a_rating(store: BlockingStore) -> None:
    ann, bob = person(store, "Ann"), person(store, "Bob")
    for number in range(25):
        log = played("checkers", (ann, bob), number % 2, kind="pool", rated=True, moves=0)
        store.write(lambda unit, log=log: keep(unit, log))
    marks = [point.provisional for point in store.read(lambda u: u.results.history(ann.account, "checkers"))]
    assert marks == sorted(marks, reverse=True)  # provisional at first, then not any more
    assert set(marks) == {True, False}
    assert len(leaders(store)) == 2


def points(store: BlockingStore, match: str) -> tuple[Change | None, Change | None] | None:
    return store.read(lambda unit: unit.results.changes(unit.matches.get(match)))


def test_a_rated_match_knows_what_it_did_to_both_ratings(store: BlockingStore) -> None:
    ann, bob, cid = (person(store, name) for name in ("Ann", "Bob", "Cid"))

    def play(first: Person, second: Person, rated: bool = True) -> str:
        log = played("checkers", (first, second), winner=0, kind="pool", rated=rated)
        return store.write(lambda unit: keep(unit, log))[0]

    one, casual, two, three = play(ann, bob), play(ann, bob, rated=False), play(cid, ann), play(ann, bob)
    assert points(store, one) == (Change(1500, 1662, True), Change(1500, 1338, True))
    assert points(store, casual) is None
    cids, anns = points(store, two) or (None, None)
    assert cids is not None
    assert anns is not None
    assert (cids.before, anns.before) == (1500, 1662)
    assert cids.after - cids.before > 162  # Ann's rating was higher
    last = points(store, three)
    assert last is not None
    assert last[0] is not None
    assert last[0].before == anns.after
    before = [points(store, match) for match in (one, two, three)]
    store.write(recompute)
    assert [points(store, match) for match in (one, two, three)] == before
    store.write(lambda unit: delete_account(unit, ann.account))
    assert points(store, one) == (None, Change(1500, 1338, True))


def test_rated_matches_count_for_the_balance_of_their_game_by_both_ratings_before_them(store: BlockingStore) -> None:
    ann, bob = person(store, "Ann"), person(store, "Bob")

    def both_rated(rating: float) -> None:
        store.write(lambda unit: unit.connection.execute(text(f"UPDATE ratings SET rating = {rating}")))

    def play(game: str, winner: int | None, rated: bool = True) -> None:
        log = played(game, (ann, bob), winner, kind="pool", rated=rated)
        store.write(lambda unit: keep(unit, log))

    play("checkers", 1)  # newcomers start at 1500
    play("checkers", 0, rated=False)
    both_rated(1800)
    play("checkers", 0)
    both_rated(1999.5)
    play("checkers", None)
    both_rated(1399.9)
    play("checkers", 0)
    play("cengers", None)
    assert store.read(lambda unit: unit.results.balance()) == [
        Evenness("cengers", 1400, Tally(drawn=1)),
        Evenness("checkers", 0, Tally(won=1)),
        Evenness("checkers", 1400, Tally(lost=1)),
        Evenness("checkers", 1800, Tally(won=1, drawn=1)),
    ]


def test_many_matches_add_up_and_the_logs_agree(store: BlockingStore) -> None:
    """Random matches, several at once; the sums are recomputed here in the simplest way."""
    luck = random.Random(5)
    people: list[Seat] = [person(store, name) for name in ("Ann", "Bob", "Cid")]
    logs = []
    for _ in range(40):
        first, second = luck.sample([*people, Bot(2)], 2)
        rated_one = isinstance(first, Person) and isinstance(second, Person) and luck.random() < 0.7
        kind = "bot" if Bot(2) in (first, second) else "pool" if rated_one else "challenge"
        game = luck.choice(["checkers", "flipflop", "hnefatafl"])
        winner = luck.choice([0, 1, None])
        logs.append(played(game, (first, second), winner, kind=kind, rated=rated_one, moves=luck.randrange(30)))

    async def crowd() -> list[object]:
        return await asyncio.gather(*(store.store.write(lambda unit, log=log: keep(unit, log)) for log in logs))

    summaries = [ended for _, ended in store.run(crowd())]  # type: ignore[misc]
    expected: dict[tuple[object, ...], list[int]] = defaultdict(lambda: [0] * 5)
    for log, ended in zip(logs, summaries, strict=True):
        created = log[0]
        for side, seat in enumerate(created.seats):
            if isinstance(seat, Person):
                other = created.seats[1 - side]
                kind = "bot" if isinstance(other, Bot) else "pool" if created.kind == "pool" else "friend"
                level = other.level if isinstance(other, Bot) else None
                sums = expected[seat.account, created.game, kind, level, side]
                sums[2 if ended.winner is None else 0 if ended.winner == side else 1] += 1
                sums[3] += ended.captures[side]
                sums[4] = max(sums[4], ended.turns)
    found = {
        (player.account, line.game, line.opponent, line.level, line.side): line.stats
        for player in people
        for line in store.read(lambda unit, id=player.account: unit.results.stats(id))
    }
    assert found == {key: Stats(*sums) for key, sums in expected.items()}
    assert store.read(differences) == []


TAMPERED = [
    "UPDATE stats SET won = won + 1",
    "DELETE FROM streaks",
    "UPDATE ratings SET rating = rating + 0.001",
    "UPDATE rating_history SET deviation = 1",
    "UPDATE balance SET drawn = drawn + 1",
    "DELETE FROM balance",
]


@pytest.mark.parametrize("change", TAMPERED)
def test_a_difference_is_found_and_put_right(store: BlockingStore, change: str) -> None:
    ann, bob = person(store, "Ann"), person(store, "Bob")
    store.write(lambda unit: keep(unit, played("checkers", (ann, bob), winner=1, kind="pool", rated=True)))
    store.write(lambda unit: unit.connection.execute(text(change)))
    assert store.read(differences) != []
    store.write(recompute)
    assert store.read(differences) == []


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ("UPDATE matches SET status = 'aborted'", "status"),
        ("UPDATE matches SET rated = (1 = 1)", "rated"),
        ("UPDATE seats SET bot = 'level 8' WHERE side = 1", "seats"),
        ("UPDATE matches SET version = version + 1", "version"),
        ("UPDATE matches SET finished = NULL", "end"),
    ],
)
def test_a_header_that_contradicts_its_log_is_found(store: BlockingStore, change: str, word: str) -> None:
    ann = person(store, "Ann")
    match, _ = store.write(lambda unit: keep(unit, played("cengers", (ann, Bot(1)), winner=0, kind="bot")))
    store.write(lambda unit: unit.connection.execute(text(change)))
    assert any(fault.startswith(f"match {match}: {word} is") for fault in store.read(differences))


def test_the_export_has_the_results_and_the_logs(store: BlockingStore) -> None:
    ann, bob = person(store, "Ann"), person(store, "Bob")
    log = played("checkers", (ann, bob), winner=1, kind="pool", rated=True)
    match, _ = store.write(lambda unit: keep(unit, log))
    exported = store.read(lambda unit: export(unit, unit.accounts.get(ann.account), 5))
    assert [point.match for point in exported["rating_history"]["checkers"]] == [match]
    assert [line.stats.lost for line in exported["stats"]] == [1]
    (kept,) = exported["matches"]
    assert [bytes(event) for event in kept["events"]] == [write_event(event) for event in log]  # not decoded
    assert msgspec.json.decode(msgspec.json.encode(exported))["account"]["name"] == "Ann"


def test_the_name_of_a_deleted_account_is_nowhere_left(store: BlockingStore) -> None:
    ann, bob = person(store, "Annabella"), person(store, "Bob")
    match, _ = store.write(lambda unit: keep(unit, played("checkers", (ann, bob), winner=1)))
    before = store.read(lambda unit: unit.log.read(match))
    store.write(lambda unit: delete_account(unit, ann.account))
    after = store.read(lambda unit: unit.log.read(match))
    assert b"Annabella" in before[0].payload
    assert not [event for event in after if b"Annabella" in event.payload]
    assert [event.version for event in after] == [event.version for event in before]
    assert after[1:] == before[1:]
    names = Match.from_events(read_event(event.payload) for event in after).record().players
    assert sorted(names.values()) == ["Bob", "deleted"]


def test_to_forget_a_name_only_the_beginnings_of_logs_are_read(store: BlockingStore) -> None:
    """Reading all logs would make all other players' moves wait."""
    ann, bob = person(store, "Annabella"), person(store, "Bob")
    log = played("checkers", (ann, bob), winner=1)
    match, _ = store.write(lambda unit: keep(unit, log))
    store.write(lambda unit: unit.log.append(match, after=len(log), events=[b"never read"], at=9))
    store.write(lambda unit: delete_account(unit, ann.account))
    assert b"Annabella" not in store.read(lambda unit: unit.log.read(match))[0].payload


def test_a_deleted_account_takes_its_stats_along_and_the_others_still_add_up(store: BlockingStore) -> None:
    ann, bob = person(store, "Ann"), person(store, "Bob")
    for winner in (0, 1, None):
        log = played("checkers", (ann, bob), winner, kind="pool", rated=True)
        store.write(lambda unit, log=log: keep(unit, log))
    store.write(lambda unit: delete_account(unit, ann.account))
    assert store.read(differences) == []
    assert store.read(lambda unit: unit.results.stats(ann.account)) == []
    store.write(lambda unit: keep(unit, played("checkers", (bob, ann), winner=0, kind="pool", rated=True)))
    assert store.read(differences) == []
    store.write(recompute)
    assert store.read(differences) == []
    settle(store)
    assert leaders(store) == ["Bob"]
