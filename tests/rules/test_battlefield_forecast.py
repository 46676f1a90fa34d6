"""Battlefield's forecasts are correct."""

from __future__ import annotations

import itertools

import pytest

import quincunx
from drawn import drawn
from quincunx import Random, State
from quincunx.core import action_codes
from quincunx.core.display import Forecast, GaugeChange
from quincunx.games.battlefield.army import shipped
from rules.skirmish import skirmish

KING_HUNT = """
    8| k...r...
    7| ........
    6| ........
    5| ........
    4| ........
    3| ........
    2| ....B...
    1| ....R.K.
"""


def forecast(state: State, text: str) -> Forecast | None:
    return state.game.spec.forecast(state, state.parse(text))


def strike(origin: str, target: str, remaining: int) -> GaugeChange:
    """A rook's strike at a rook with 10 HP: 6 damage; B6: it falls below 0."""
    game = quincunx.game("battlefield")
    result = "Rook falls" if remaining < 0 else f"HP {remaining}/10"
    text = f"Rook on {origin} strikes rook on {target}"
    return GaugeChange(game.cell(origin), game.cell(target), -6, remaining, text, result)


def test_the_strikes_of_a_battle_in_order() -> None:
    state = drawn(
        skirmish({}, {"R": {"skills": ["vantage"]}}), KING_HUNT.replace("2| ....B", "2| ....."), fields="- - 0 1"
    )
    attack, counter = strike("e1", "e8", 4), strike("e8", "e1", 4)
    assert forecast(state, "e1-e8") == Forecast((counter, attack), (), {4: 52})


def test_who_falls_and_who_arrives() -> None:
    picture = KING_HUNT.replace("2| ....B", "2| .....")
    state = drawn(skirmish(), picture, fields="- - 0 1 units:e8/5")
    assert forecast(state, "e1-e8") == Forecast((strike("e1", "e8", -1),), (60,), {4: 60})
    state = drawn(skirmish(), picture, fields="- - 0 1 units:e1/5")
    expected = Forecast((strike("e1", "e8", 4), strike("e8", "e1", -1)), (4,), {})
    assert forecast(state, "e1-e8") == expected
    bishop = drawn(skirmish(), picture.replace("8| k...r", "8| k...b"), fields="- - 0 1")
    told = forecast(bishop, "e1-e8")
    assert told is not None
    assert told.notes == ("No counterattack.",)


def test_what_makes_a_blow_stronger_or_weaker() -> None:
    """B5: the notes explain the numbers."""
    picture = KING_HUNT.replace("2| ....B", "2| .....")
    rider = {"class": "flying", "weapon": "spear", "element": "fire"}
    state = drawn(skirmish({"R": {"weapon": "bow", "element": "water"}}, {"R": rider}), picture, fields="- - 0 1")
    told = forecast(state, "e1-e8")
    assert told is not None
    assert [change.notes for change in told.changes] == [("effective weapon", "stronger element"), ("weaker element",)][
        : len(told.changes)
    ]
    state = drawn(skirmish({"R": {"hp": 40} | rider}, {"R": {"hp": 40, "element": "water"}}), picture, fields="- - 0 1")
    told = forecast(state, "e1-e8")
    assert told is not None
    assert [change.notes for change in told.changes] == [("weaker element",), ("stronger element",)]


def test_a_heal_and_a_plain_move() -> None:
    state = drawn(
        skirmish({"B": {"weapon": "staff", "skills": ["heal"]}}),
        KING_HUNT.replace("1| ....R", "1| ...R."),
        fields="- - 0 1 units:d1/9",
    )
    heal = GaugeChange(12, 3, 1, 10, "Bishop on e2 heals rook on d1", "HP 10/10")
    assert forecast(state, "heal:e2-d1") == Forecast((heal,), (), {})
    assert forecast(state, "e2-d3") is None
    assert state.game.spec.forecast(state, action_codes.action(action_codes.MOVE, 0, 1)) is None


def conditions(state: State) -> dict[int, tuple[int, str, int]]:
    """Owner, name and HP by cell."""
    pieces = state.game.spec.pieces(state)
    return {cell: (piece.owner, piece.name, int(piece.badges[0].value)) for cell, piece in pieces.items()}


def after_forecast(state: State, action: int) -> dict[int, tuple[int, str, int]]:
    """The units by cell as predicted by the forecast; promotions aside."""
    told, field = state.game.spec.forecast(state, action), conditions(state)
    assert told is not None
    for change in told.changes:
        owner, name, hp = field[change.target]
        assert hp + change.amount == change.remaining
        assert change.result.endswith(" falls") == (change.remaining < 0) == (change.target in told.removed)
        field[change.target] = owner, name, change.remaining
    field = {cell: unit for cell, unit in field.items() if cell not in told.removed}
    return {told.moves.get(cell, cell): unit for cell, unit in field.items()}


@pytest.mark.parametrize(("white", "black"), list(itertools.product(shipped(), repeat=2)))
def test_forecasts_come_true(white: str, black: str) -> None:
    random, battles = Random(7), 0
    for _ in range(5 if quincunx.compiled else 2):
        state = quincunx.game("battlefield", white=white, black=black).start()
        while not state.over:
            actions = state.legal_actions()
            action = actions[random.below(len(actions))]
            promotes = action_codes.OWN <= action_codes.kind_of(action) < action_codes.OWN + 4
            expected = (
                None if promotes or not state.game.spec.forecast(state, action) else after_forecast(state, action)
            )
            state.apply(action)
            if expected is not None:
                assert conditions(state) == expected
                battles += 1
    assert battles > 20
