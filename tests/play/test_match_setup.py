"""Match settings: lots are drawn, input is parsed, and nobody can name a file on the server."""

from __future__ import annotations

from pathlib import Path

import pytest

import quincunx
from quincunx.core.errors import OptionError, QuincunxError
from quincunx.core.random import Random
from quincunx.play.match_setup import drawn_game, seated
from quincunx.play.seats import Person

ANN, BOB = Person("a", "Ann"), Person("b", "Bob")


def test_k2_who_takes_the_first_turn_is_drawn() -> None:
    random = Random(1)
    firsts = [drawn_game("checkers", {}, random).start().to_move for _ in range(40)]
    assert 8 < sum(firsts) < 32
    chosen = {drawn_game("checkers", {"first": "light"}, random).start().to_move for _ in range(10)}
    assert chosen == {1}


@pytest.mark.parametrize("key", quincunx.games())
def test_what_nobody_chose_and_no_lot_decides_is_as_usual(key: str) -> None:
    drawn = drawn_game(key, {}, Random(0))
    assert drawn == quincunx.game(key, **({"first": drawn.options["first"]} if "first" in drawn.options else {}))


def test_an_army_that_was_sent_is_a_name_or_a_mapping_never_a_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("name = 'mine'")
    for value in (str(file), file, "/etc/passwd", "../standard.toml", 7, None, ["standard"]):
        with pytest.raises(OptionError) as error:
            drawn_game("battlefield", {"white": value}, Random(0))
        assert "mapping" in str(error.value)
    role = {"class": "infantry", "weapon": "sword", "hp": 5, "atk": 6, "def": 1, "mdef": 1}
    army = {"name": "sent", "roles": dict.fromkeys("KQRBNP", role)}
    assert drawn_game("battlefield", {"white": army, "black": "wildwood"}, Random(0)).start().to_move == 0


def test_unknown_games_and_options_are_refused() -> None:
    for key, options in [("nothing", {}), ("cengers", {"size": 3})]:
        with pytest.raises(QuincunxError):
            drawn_game(key, options, Random(0))


def test_colours_are_chosen_or_drawn() -> None:
    random = Random(3)
    assert seated("first", ANN, BOB, random) == (ANN, BOB)
    assert seated("second", ANN, BOB, random) == (BOB, ANN)
    assert {seated("random", ANN, BOB, random) for _ in range(20)} == {(ANN, BOB), (BOB, ANN)}
