"""The waiting seeks in buckets, examined only when two of them may have come within reach of each other."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from quincunx.play import seek_buckets
from quincunx.play.pairing import Seek, fit, pairs
from quincunx.play.seek_buckets import Buckets, earliest

from .test_pairing import NOW, SEEKS, seek

WHILE = 200_000  # milliseconds within which windows widen over the largest gap of these ratings
MOST = 100


def alone(seeks: list[Seek]) -> list[Seek]:
    """The same seeks, all for the same match, with different ids."""
    same = {"game": "one", "clock": seek("a", 1).clock, "options": {}, "rated": False}
    return [structs.replace(each, id=str(number), **same) for number, each in enumerate(seeks)]


@given(SEEKS)
def test_the_earliest_time_is_when_the_first_two_seeks_match(seeks: list[Seek]) -> None:
    alike = alone(seeks)
    at = earliest(alike)
    couples = [couple for couple in combinations(alike, 2) if couple[0].account != couple[1].account]
    if at is None:
        assert not couples
    else:
        assert any(fit(*couple, at) for couple in couples)
        assert not any(fit(*couple, at - 1) for couple in couples if max(each.since for each in couple) < at)


@given(SEEKS, st.lists(st.integers(0, 4_000), max_size=20))
def test_buckets_find_the_same_pairs_as_comparing_all_seeks(seeks: list[Seek], steps: list[int]) -> None:
    buckets, waiting, now = Buckets(), {each.id: each for each in seeks}, NOW
    for each in seeks:
        buckets.add(each)
    for step in steps:
        found = buckets.take_pairs(now, MOST)
        assert sorted(found, key=str) == sorted(pairs(waiting.values(), now), key=str)
        playing = {each.account for couple in found for each in couple}
        waiting = {each.id: each for each in waiting.values() if each.account not in playing}
        due = buckets.due()
        assert due is None or due > now
        now += step


def test_a_bucket_is_examined_again_when_windows_have_widened_or_a_seek_is_added(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked: list[int] = []

    def counted(seeks: object, now: int, most: int) -> list[tuple[Seek, Seek]]:
        some = list(seeks)  # type: ignore[call-overload]
        looked.append(len(some))
        return pairs(some, now, most)

    monkeypatch.setattr(seek_buckets, "pairs", counted)
    buckets = Buckets()
    for each in (seek("a", 1500), seek("b", 1900), seek("c", 1500, game="two")):
        buckets.add(each)
    assert buckets.take_pairs(NOW, MOST) == []
    assert buckets.due() == NOW + 20_000  # 300 more points on both sides
    assert buckets.take_pairs(NOW + 19_999, MOST) == []
    buckets.add(seek("d", 1500, game="two"))
    assert [{one.account, other.account} for one, other in buckets.take_pairs(NOW + 19_999, MOST)] == [{"c", "d"}]
    assert len(buckets.take_pairs(NOW + 20_000, MOST)) == 1  # without examining anyone else
    assert (looked, len(buckets), buckets.due()) == ([3, 2, 2], 0, None)


def test_pairs_beyond_the_limit_are_found_by_the_next_call() -> None:
    buckets = Buckets()
    for number in range(6):
        buckets.add(seek(f"player {number}", 1500))
    assert [len(buckets.take_pairs(NOW, 2)) for _ in range(3)] == [2, 1, 0]


def test_all_seeks_of_an_account_are_removed_together() -> None:
    buckets = Buckets()
    for each in (seek("a", 1500), structs.replace(seek("a", 1500, game="two"), id="other"), seek("b", 1500)):
        buckets.add(each)
    buckets.remove_account("a")
    buckets.remove_account("a")
    assert (len(buckets), "b" in buckets, buckets.remove("other")) == (1, True, None)
    assert buckets.take_pairs(NOW, MOST) == []
