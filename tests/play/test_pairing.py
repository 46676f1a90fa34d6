"""The pool's pairs: no player twice or with themselves, the longest waiting first, and only matching ones."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from quincunx.play import pairing
from quincunx.play.clocks import Fischer, PerTurn
from quincunx.play.pairing import NARROW, Seek, fit, pairs, window

NOW = 1_800_000_000_000
SEEKS = st.lists(
    st.builds(
        Seek,
        id=st.uuids().map(str),
        account=st.sampled_from("abcdefgh"),
        game=st.sampled_from(["one", "two"]),
        clock=st.sampled_from([PerTurn(30), Fischer(60, 0)]),
        rating=st.integers(1000, 2200),
        since=st.integers(NOW - 120_000, NOW),
        options=st.sampled_from([{}, {"n": 10}]),
        own=st.sampled_from([{}, {"army": "wildwood"}]),
        rated=st.booleans(),
    ),
    max_size=16,
)


def seek(account: str, rating: int, waited: int = 0, game: str = "one") -> Seek:
    return Seek(account, account, game, PerTurn(30), rating, NOW - waited * 1000)


def test_near_ratings_are_paired_at_once_and_far_ones_after_waiting() -> None:
    assert pairs([seek("a", 1500), seek("b", 1600)], NOW)
    assert not pairs([seek("a", 1500), seek("b", 1800)], NOW)
    assert pairs([seek("a", 1500, 20), seek("b", 1800, 20)], NOW)
    assert not pairs([seek("a", 1500, 20), seek("b", 1800, 1)], NOW)  # both must accept the gap


def test_the_longest_waiting_chooses_and_takes_the_nearest() -> None:
    waiting = [seek("new", 1500, 1), seek("old", 1520, 30), seek("far", 1600, 10), seek("near", 1530, 5)]
    assert [(one.account, other.account) for one, other in pairs(waiting, NOW)] == [("old", "near"), ("far", "new")]


def test_another_game_or_clock_is_another_pool() -> None:
    assert not pairs([seek("a", 1500), seek("b", 1500, game="two")], NOW)
    other = Seek("b", "b", "one", Fischer(30, 0), 1500, NOW)
    assert not pairs([seek("a", 1500), other], NOW)


def test_only_those_who_want_the_same_options_and_the_same_stakes_meet() -> None:
    def wants(account: str, **fields: Any) -> Seek:
        return structs.replace(seek(account, 1500), **fields)

    usual, large, rated = wants("a"), wants("b", options={"n": 10}), wants("c", rated=True)
    assert not pairs([usual, large, rated], NOW)
    for one in (usual, large, rated):
        same = structs.replace(one, id="z", account="z")
        assert pairs([usual, large, rated, same], NOW) == [(one, same)]
    two, other = ({"n": 10, "rounds": 9}, {"rounds": 9, "n": 10})
    assert pairs([wants("a", options=two), wants("b", options=other)], NOW)  # in any order of the options


def test_what_each_one_has_himself_keeps_nobody_apart() -> None:
    ann = structs.replace(seek("a", 1500), own={"army": "wildwood"})
    assert pairs([ann, structs.replace(seek("b", 1500), own={"army": "emberfall"})], NOW)


def test_people_who_want_other_matches_are_not_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    """A thousand players who all want something different take a thousand steps, not half a million."""
    compared = 0

    def near(one: Seek, other: Seek, now: int) -> bool:
        nonlocal compared
        compared += 1
        return False

    monkeypatch.setattr(pairing, "_near", near)
    assert pairs([seek(str(number), 1500, game=f"game {number // 2}") for number in range(1000)], NOW) == []
    assert compared == 500


@given(seeks=SEEKS)
def test_the_pairs_are_those_of_comparing_everybody_with_everybody(seeks: list[Seek]) -> None:
    left, plain = sorted(seeks, key=lambda seek: (seek.since, seek.id)), []
    while left:
        one, *left = left
        fitting = [other for other in left if fit(one, other, NOW)]
        if fitting:
            best = min(fitting, key=lambda other: abs(other.rating - one.rating))
            plain.append((one, best))
            left = [other for other in left if other.account not in (one.account, best.account)]
    assert pairs(seeks, NOW) == plain


@given(seeks=SEEKS)
def test_nobody_is_paired_twice_or_with_himself_and_everybody_fits(seeks: list[Seek]) -> None:
    made = pairs(seeks, NOW)
    accounts = [seek.account for pair in made for seek in pair]
    assert len(accounts) == len(set(accounts))
    for one, other in made:
        assert fit(one, other, NOW)
        assert (one.game, one.clock) == (other.game, other.clock)
        assert (one.options, one.rated) == (other.options, other.rated)
        assert one.since <= other.since


@given(seeks=SEEKS)
def test_nobody_is_left_who_could_have_played(seeks: list[Seek]) -> None:
    paired = {seek.account for pair in pairs(seeks, NOW) for seek in pair}
    left = [seek for seek in seeks if seek.account not in paired]
    assert not [(one, other) for one in left for other in left if fit(one, other, NOW)]


@given(seeks=SEEKS)
def test_the_longest_waiting_plays_if_anybody_fits_him(seeks: list[Seek]) -> None:
    oldest = min(seeks, key=lambda seek: (seek.since, seek.id), default=None)
    if oldest is not None and any(fit(oldest, other, NOW) for other in seeks):
        assert oldest in pairs(seeks, NOW)[0]


@given(seeks=SEEKS, later=st.integers(0, 100_000))
def test_windows_are_symmetric_and_only_widen(seeks: list[Seek], later: int) -> None:
    for one in seeks:
        assert NARROW <= window(one, NOW) <= window(one, NOW + later)
        for other in seeks:
            assert fit(one, other, NOW) == fit(other, one, NOW)
            assert not fit(one, other, NOW) or fit(one, other, NOW + later)


@given(seeks=SEEKS)
def test_the_order_in_which_seeks_are_listed_says_nothing(seeks: list[Seek]) -> None:
    assert pairs(seeks, NOW) == pairs(list(reversed(seeks)), NOW)


@given(seeks=SEEKS, most=st.integers(1, 4))
def test_a_few_at_a_time_are_the_first_of_all(seeks: list[Seek], most: int) -> None:
    assert pairs(seeks, NOW, most) == pairs(seeks, NOW)[:most]


def test_ten_thousand_alike_are_not_compared_with_everybody(monkeypatch: pytest.MonkeyPatch) -> None:
    compared = 0
    near = pairing._near

    def counted(one: Seek, other: Seek, now: int) -> bool:
        nonlocal compared
        compared += 1
        return near(one, other, now)

    monkeypatch.setattr(pairing, "_near", counted)
    assert len(pairs([seek(str(number), 800 + number % 1400) for number in range(10_000)], NOW)) == 5_000
    assert compared < 20_000
