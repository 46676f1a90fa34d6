"""Cengers' table of distances: values as a plain search finds them, and files that cannot be used."""

from __future__ import annotations

import logging
from itertools import combinations
from pathlib import Path

import pytest

import quincunx
from quincunx.core.errors import TableError
from quincunx.games.cengers.evaluate import CengersEvaluator
from quincunx.games.cengers.race import Race
from quincunx.games.cengers.race_builder import RaceBuilder
from quincunx.games.cengers.race_file import VERSION, race_in, read_race, write_race

HOME = {"a8", "b8", "a7"}
SIDE = {f"{file}{rank}" for rank in range(1, 9) for file in "abcdefgh"[: rank - 1]} | {"c3", "d4", "e5", "f6"}
PARTED = "xxx5/xx1x4/x1xx4/8/8/4oo1o/4o1oo/5ooo x turn:40 ply:40"


def word(squares: frozenset[str]) -> int:
    return sum(1 << ("abcdefgh".index(square[0]) + 8 * (int(square[1]) - 1)) for square in squares)


def neighbours(square: str, steps: int) -> dict[tuple[int, int], str]:
    file, rank = ord(square[0]), int(square[1])
    return {
        (x, y): f"{chr(file + steps * x)}{rank + steps * y}"
        for x, y in ((0, 1), (0, -1), (1, 0), (-1, 0))
        if 1 <= rank + steps * y <= 8
    }


def landings(square: str, others: frozenset[str]) -> set[str]:
    """C3 to C5: where a piece can be after a turn."""
    found = {target for target in neighbours(square, 1).values() if target in SIDE - others}
    reached, fresh = {square}, [square]
    while fresh:
        origin = fresh.pop()
        for way, over in neighbours(origin, 1).items():
            target = neighbours(origin, 2).get(way)
            if over in others and target in SIDE - others - reached:
                reached.add(target)
                fresh.append(target)
    return (found | reached) - {square}


def distances() -> dict[frozenset[str], int]:
    """The turns to home of three pieces, by breadth-first search over sets of squares."""
    known, fresh = {frozenset(HOME): 0}, [frozenset(HOME)]
    for position in fresh:
        for square in position:
            others = position - {square}
            for target in landings(square, others):
                after = others | {target}
                if after not in known:
                    known[after] = known[position] + 1
                    fresh.append(after)
    return known


@pytest.fixture(scope="module")
def race() -> Race:
    builder = RaceBuilder(3, word(frozenset(HOME)))
    while not builder.expand(1000):
        pass
    return Race(3, builder.values)


def test_the_values_are_those_of_a_plain_search(race: Race) -> None:
    known = distances()
    assert len(known) == len(list(combinations(SIDE, 3)))
    for squares, turns in known.items():
        assert race.turns(word(squares), 0) == turns
        turned = frozenset(f"{chr(201 - ord(square[0]))}{9 - int(square[1])}" for square in squares)
        assert race.turns(word(turned), 1) == turns


def test_an_army_that_is_not_on_its_side_has_no_value(race: Race) -> None:
    assert race.turns(word(frozenset({"a8", "b8", "h1"})), 0) == -1
    assert race.turns(word(frozenset({"a8", "b8"})), 0) == -1


def test_the_lead_counts_once_the_armies_have_parted() -> None:
    values = bytes(28_048_800)
    state = quincunx.game("cengers").position(PARTED)
    names = CengersEvaluator.names
    seen = dict(zip(names, CengersEvaluator([1.0] * len(names), Race(9, values)).listed(state), strict=True))
    assert seen["race"] == 0
    nearer = bytearray(values)
    nearer[:] = b"\x05" * len(nearer)
    assert CengersEvaluator([1.0] * len(names)).listed(state)[-1] == 0, "there is no table"


def test_a_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    builder = RaceBuilder(3, word(frozenset(HOME)))
    while not builder.expand(1000):
        pass
    write_race(tmp_path / "race", 3, bytes(builder.values))
    assert read_race(tmp_path / "race").turns(word(frozenset({"a8", "b8", "a6"})), 0) == 1


@pytest.mark.parametrize(
    ("at", "problem"), [(0, "damaged"), (6, f"version {VERSION + 1}"), (30, "damaged"), (None, "damaged")]
)
def test_a_damaged_or_foreign_file_is_reported_and_left_alone(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, at: int | None, problem: str
) -> None:
    file = tmp_path / "race"
    write_race(file, 3, bytes(4960))
    data = bytearray(file.read_bytes())
    if at is not None:
        data[at] += 1
    file.write_bytes(data if at is not None else data[:5])
    with pytest.raises(TableError, match=problem):
        read_race(file)
    with caplog.at_level(logging.WARNING):
        assert race_in(file) is None
    assert problem in caplog.text


def test_a_missing_file_needs_no_warning(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    assert race_in(tmp_path / "race") is None
    assert not caplog.text
