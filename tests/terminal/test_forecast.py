"""The forecast of an action as text, in the words of the game."""

from __future__ import annotations

from quincunx.clients.terminal.text.board import forecast_text
from quincunx.core.display import Forecast, GaugeChange
from quincunx.core.squares import square_name


def square(cell: int) -> str:
    return square_name(cell, 8)


def test_changes_squares_and_notes_in_the_words_of_the_game() -> None:
    changes = (
        GaugeChange(0, 9, -5, 6, "the engine rams the wagon", "steam 6/9"),
        GaugeChange(9, 0, 2, 7, "the wagon stokes the engine", "steam 7/9"),
    )
    assert forecast_text(Forecast(changes, (), {0: 1}, ("The whistle blows.",)), square).splitlines() == [
        "the engine rams the wagon: -5, steam 6/9",
        "the wagon stokes the engine: +2, steam 7/9",
        "a1 ends on b1",
        "The whistle blows.",
    ]


def test_an_action_without_effects() -> None:
    assert forecast_text(Forecast((), (), {}), square) == "No piece moves."
