"""What can be chosen in the pool, and what two paired players play with."""

from __future__ import annotations

from typing import Any

import pytest

from quincunx.core.errors import OptionError
from quincunx.games import make_game
from quincunx.play.clocks import Untimed
from quincunx.play.errors import Refused
from quincunx.play.pairing import Seek
from quincunx.play.wishes import agreed, brought_along, read_wish


def test_the_same_wish_is_equal_however_it_is_put() -> None:
    for options in ({}, {"n": 8}, {"n": "8"}):
        wish = read_wish("flipflop", options, {})
        assert (wish.options, wish.is_usual) == ({}, True)
    for options in ({"n": 10}, {"n": "10"}):
        wish = read_wish("flipflop", options, {})
        assert (wish.options, wish.is_usual) == ({"n": 10}, False)


def test_an_army_of_ones_own_is_one_that_comes_with_the_game() -> None:
    assert read_wish("battlefield", {}, {"army": "standard"}).is_usual
    wish = read_wish("battlefield", {}, {"army": "wildwood"})
    assert (wish.own, wish.is_usual) == ({"army": "wildwood"}, False)
    for name in ("mine", "/etc/passwd.toml", ""):
        with pytest.raises(
            Refused, match="Choose one of those that come with the game: emberfall, standard, wildwood"
        ) as no:
            read_wish("battlefield", {}, {"army": name})
        assert no.value.code == "invalid"


@pytest.mark.parametrize(
    ("game", "options", "own", "sentence"),
    [
        ("battlefield", {"white": "wildwood"}, {}, "usual value: White's army."),
        ("battlefield", {"quiet": 50}, {}, "usual value: Draw without progress."),
        ("cengers", {}, {"army": "standard"}, "has no army to choose."),
        ("battlefield", {}, {"fleet": "standard"}, "has no fleet to choose."),
    ],
)
def test_what_cannot_be_chosen_is_refused_in_a_sentence(
    game: str, options: dict[str, Any], own: dict[str, str], sentence: str
) -> None:
    with pytest.raises(Refused) as refused:
        read_wish(game, options, own)
    assert refused.value.sentence.endswith(sentence)


def test_options_that_do_not_exist_or_have_no_such_value_are_refused_as_everywhere() -> None:
    for options in ({"size": 8}, {"n": 9}, {"n": {"a": 1}}):
        with pytest.raises(OptionError):
            read_wish("flipflop", options, {})


def test_each_brings_his_army_to_whichever_side_he_gets() -> None:
    def seek(account: str, own: dict[str, str]) -> Seek:
        return Seek(account, account, "battlefield", Untimed(), 1500, 0, own=own)

    game = make_game("battlefield", {})
    ann, bob = seek("a", {"army": "wildwood"}), seek("b", {})
    assert agreed(game, (ann, bob)) == {"white": "wildwood"}
    assert agreed(game, (bob, ann)) == {"black": "wildwood"}
    assert agreed(game, (ann, seek("c", {"army": "emberfall"}))) == {"white": "wildwood", "black": "emberfall"}


def test_who_changes_sides_takes_his_army_along() -> None:
    game = make_game("battlefield", {})
    assert brought_along(game, {"white": "wildwood", "quiet": 50}) == {"black": "wildwood", "quiet": 50}
    both = {"white": "wildwood", "black": "emberfall"}
    assert brought_along(game, both) == {"black": "wildwood", "white": "emberfall"}
    assert brought_along(make_game("flipflop", {}), {"n": 12}) == {"n": 12}


def test_options_that_both_want_are_agreed() -> None:
    seeks = [Seek(account, account, "flipflop", Untimed(), 1500, 0, options={"n": 12}) for account in "ab"]
    assert agreed(make_game("flipflop", {}), (seeks[0], seeks[1])) == {"n": 12}
