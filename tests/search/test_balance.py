"""The games' measured balance as data files: read, written, and refused if inconsistent."""

from __future__ import annotations

import pytest

import quincunx
from quincunx.core.errors import BalanceError
from quincunx.core.spec import Spec
from quincunx.search.balance import Measured, read_balance, shipped_balance, with_newer, write_balance
from quincunx.search.score import score, tallied
from variants import keys

ROW = Measured("checkers", 2, won=3, drawn=1, lost=2, turns=40.5, command="quincunx lab balance checkers --games 6")
OTHER = Measured("draughts", 2, won=1, drawn=0, lost=0, turns=9, command="the same")


def usual_choices(spec: Spec) -> dict[str, str]:
    """The defaults of the options that offer shipped content."""
    return {option.name: str(option.default) for option in spec.options if option.shipped}


@pytest.mark.parametrize("key", keys())
def test_every_game_is_measured_at_three_levels(key: str) -> None:
    spec = quincunx.games()[key]
    found = {row.level: row for row in shipped_balance(spec) if row.choices == usual_choices(spec)}
    assert {row.game for row in shipped_balance(spec)} == {key}
    assert {2, 4, 6} <= set(found)
    for level, row in found.items():
        assert row.command.startswith(f"quincunx lab balance {key} --level {level} --games {row.games} ")
        assert row.games >= 100


def test_a_score_from_counts_is_that_of_the_games() -> None:
    assert ROW.games == 6
    assert ROW.score == score([1.0, 1.0, 1.0, 0.5, 0.0, 0.0])
    assert tallied({0.5: 4}).mean == 0.5
    assert ROW.score.mean == pytest.approx(3.5 / 6)


def test_what_is_written_reads_back_in_the_order_of_the_games() -> None:
    armies = Measured("battlefield", 6, 1, 2, 3, 80, "quincunx lab balance", {"white": "standard", "black": "wildwood"})
    assert read_balance(write_balance([armies])) == [armies]
    assert read_balance(write_balance([OTHER, ROW])) == [ROW, OTHER]
    assert read_balance("") == []


def test_a_newer_measurement_takes_the_place_of_the_older() -> None:
    newer = Measured("checkers", 2, 6, 0, 0, 40, "again")
    assert with_newer([ROW, OTHER], newer) == [OTHER, newer]
    assert with_newer([OTHER], newer) == [OTHER, newer]


WELL = write_balance([ROW])


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("measured = 3", "Expected `array`"),
        (WELL.replace("won = 3", "won = -3"), "measured"),
        (WELL.replace("won", "one"), "one"),
        (WELL.replace("level = 2", "level = 9"), "level"),
        (WELL.replace('game = "checkers"', 'game = "ludo"'), "ludo"),
        (WELL + 'choices = { first = "nobody" }', "first"),
        (WELL.replace("3", "0").replace("= 1", "= 0").replace("lost = 2", "lost = 0"), "no games"),
        (WELL + WELL, "listed twice"),
        ("[[measured]", "balance.toml: "),
    ],
)
def test_what_makes_no_sense_is_refused_in_a_line(text: str, word: str) -> None:
    with pytest.raises(BalanceError, match=word) as refused:
        read_balance(text)
    assert "\n" not in str(refused.value)
