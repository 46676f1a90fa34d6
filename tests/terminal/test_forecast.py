"""The forecast of an action as text, in which the game names what pieces have left."""

from __future__ import annotations

from dataclasses import replace

import pytest

import quincunx
from quincunx.clients.terminal.text.board import foretell
from quincunx.core.display import Badge, Forecast, Strike
from quincunx.play.view import View, view


def started() -> quincunx.State:
    state = quincunx.game("battlefield").start()
    for text in ("e2-e4", "d7-d5"):
        state.apply(state.parse(text))
    return state


def named(shown: View, label: str) -> View:
    """The same board, with that label on the values that have a maximum."""
    pieces = {
        cell: replace(piece, badges=tuple(replace(each, label=label) if each.most else each for each in piece.badges))
        for cell, piece in shown.pieces.items()
    }
    return replace(shown, pieces=pieces)


def test_what_a_strike_leaves_is_worded_like_the_badge() -> None:
    state = started()
    shown = view(state)
    coming = Forecast((Strike(state.game.cell("e4"), state.game.cell("d5"), 5, 6, False),), (), {})
    assert foretell(coming, shown, state.game.square) == "e4 strikes d5: 5 damage, then HP 6/11"
    steam = foretell(coming, named(shown, "steam"), state.game.square)
    assert steam == "e4 strikes d5: 5 damage, then steam 6/11"


@pytest.mark.parametrize(
    ("badges", "left"), [((Badge("steam", "3", "9"),), "steam 7/9"), ((Badge("speed", "3"),), "7"), ((), "7")]
)
def test_recovery_uses_the_games_own_words(badges: tuple[Badge, ...], left: str) -> None:
    state = started()
    shown, cell = view(state), state.game.cell("e4")
    shown = replace(shown, pieces={cell: replace(shown.pieces[cell], badges=badges)})
    assert foretell(Forecast((), (), {}, {cell: 7}), shown, state.game.square) == f"e4 recovers to {left}"


def test_a_piece_that_falls_has_nothing_left() -> None:
    state = started()
    strikes = (Strike(state.game.cell("e4"), state.game.cell("d5"), 11, -1, True),)
    told = foretell(Forecast(strikes, (), {}), view(state), state.game.square)
    assert told == "e4 strikes d5: 11 damage, it falls"
