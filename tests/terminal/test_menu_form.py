"""The form of the start menu, without a screen."""

from __future__ import annotations

import pytest

import quincunx
from quincunx.clients.terminal.screens.menu_form import FRIEND, LEFT, ONLINE, RANDOM, WATCH, MenuForm
from quincunx.clients.terminal.seats.match_settings import MatchSettings, UnfinishedMatch
from quincunx.play.clocks import Fischer, PerTurn, Untimed

KEYS = list(quincunx.games())


def heads(sides: int) -> int:
    """A coin flip that always gives the same side."""
    return 0


def choose(form: MenuForm, name: str, value: str) -> None:
    """Set a row to a value."""
    (row,) = (row for row in form.rows() if row.name == name)
    form.change(name, row.values.index(value) - row.chosen)


def values(form: MenuForm, name: str) -> tuple[str, ...]:
    return next((row.values for row in form.rows() if row.name == name), ())


def test_every_game_and_every_listed_option_can_be_chosen() -> None:
    form = MenuForm()
    assert values(form, "game") == tuple(spec.title for spec in quincunx.games().values())
    for key, spec in quincunx.games().items():
        choose(form, "game", spec.title)
        assert form.settings(heads).game == quincunx.game(key)
        for option in spec.options:
            for value in option.choices:
                choose(form, option.name, value)
                settings = form.settings(heads)
                assert settings.game.key == key
                assert str(settings.game.options[option.name]) == value


def test_the_rows_of_options_are_those_of_the_game_chosen() -> None:
    form = MenuForm()
    for spec in quincunx.games().values():
        choose(form, "game", spec.title)
        listed = {option.name for option in spec.options if option.choices}
        others = {option.name for other in quincunx.games().values() for option in other.options} - listed
        names = {row.name for row in form.rows()}
        assert listed <= names
        assert not others & names


def test_what_is_as_usual_is_not_chosen_and_what_a_lot_decides_is() -> None:
    form = MenuForm(MatchSettings(quincunx.game("flipflop")))
    assert form.settings(heads).chosen == frozenset()
    choose(form, "n", "26")
    assert form.settings(heads).chosen == {"n"}
    form = MenuForm(MatchSettings(quincunx.game("checkers")))
    assert values(form, "first")[0] == RANDOM
    assert form.settings(heads).chosen == frozenset()
    choose(form, "first", "dark")
    assert form.settings(heads).chosen == {"first"}


def test_opponents() -> None:
    form = MenuForm()
    assert (form.settings(heads).bots, form.settings(heads).level) == ({1}, 4)
    choose(form, "side", RANDOM)
    assert form.settings(heads).bots == {1}
    choose(form, "opponent", FRIEND)
    assert form.settings(heads).bots == frozenset()
    assert values(form, "side"), "the account has a side of its own"
    choose(form, "opponent", WATCH)
    assert not values(form, "side")
    assert form.settings(heads).bots == {0, 1}


def test_online_everybody_has_the_usual_clock_unless_one_is_chosen() -> None:
    form = MenuForm()
    assert form.settings(heads).clock == Untimed()
    choose(form, "opponent", ONLINE)
    settings = form.settings(heads)
    assert (settings.online, settings.clock, settings.bots) == ("first", Fischer(300, 3), frozenset())
    choose(form, "side", RANDOM)
    choose(form, "clock", "1 minute a turn")
    assert (form.settings(heads).online, form.settings(heads).clock) == ("random", PerTurn(60))


def test_a_game_may_have_a_usual_clock_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    spec = quincunx.games()[KEYS[-1]]
    monkeypatch.setattr(spec, "usual_clock", {"kind": "turn", "seconds": 45})
    form = MenuForm()
    choose(form, "game", spec.title)
    assert next(row.values[row.chosen] for row in form.rows() if row.name == "clock") == "45 seconds a turn"


def test_a_clock_of_the_command_line_is_among_the_others() -> None:
    form = MenuForm(MatchSettings(quincunx.game(KEYS[0]), clock=Fischer(60, 7)))
    assert "1 min + 7 s" in values(form, "clock")
    assert form.settings(heads).clock == Fischer(60, 7)


def test_what_only_the_command_line_can_say_is_kept() -> None:
    soldier = {"class": "infantry", "weapon": "sword", "hp": 0, "atk": 1, "def": 0, "mdef": 0}
    army = {"name": "mine", "roles": dict.fromkeys("KQRBNP", soldier)}
    game = quincunx.game("battlefield", black=army, quiet=7)
    form = MenuForm(MatchSettings(game, {"black", "quiet"}))
    settings = form.settings(heads)
    assert settings.game == game
    choose(form, "black", "wildwood")
    assert (settings.game.options["quiet"], form.settings(heads).game.options["black"]) == (7, "wildwood")


def test_matches_that_were_left_are_a_row_of_their_own() -> None:
    form = MenuForm()
    assert not values(form, LEFT)
    form.left = [UnfinishedMatch("one", "This", ""), UnfinishedMatch("two", "That", "")]
    assert values(form, LEFT) == ("This", "That")
    form.change(LEFT, 1)
    assert form.waiting.id == "two"
