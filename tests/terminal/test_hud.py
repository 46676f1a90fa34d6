"""The counts beside the board, in as many lines as they need."""

from __future__ import annotations

from dataclasses import replace

import quincunx
from quincunx.clients.terminal.screens.glyphs import ASCII, UNICODE
from quincunx.clients.terminal.screens.hud import hud
from quincunx.clients.terminal.text.board import draw_lettered
from quincunx.core.display import HudRow, Piece
from quincunx.play.view import View, view

ATTACKER, DEFENDER = Piece(0, "a", "attacker", shape="faceted"), Piece(1, "d", "defender", shape="disc")


def taken(attackers: int, defenders: int) -> View:
    words = (f"{attackers} attackers", f"{defenders} defenders")
    row = HudRow("Captured", words, ((ATTACKER,) * attackers, (DEFENDER,) * defenders))
    return replace(view(quincunx.game("hnefatafl").start()), hud=(row, HudRow("Moves", ("9",))))


def test_captured_pieces_of_both_sides_stand_in_words_and_are_drawn() -> None:
    assert hud(taken(2, 3), 40, 1, UNICODE).plain.split("\n") == [
        "Captured  2 attackers, 3 defenders",
        " ◆◆",
        " ●●●",
        "Moves     9",
    ]
    assert hud(taken(2, 3), 28, 1, ASCII).plain.split("\n")[:4] == [
        "Captured  2 attackers",
        "          3 defenders",
        " aa",
        " ddd",
    ]


def test_many_pieces_take_several_lines() -> None:
    lines = hud(taken(24, 0), 21, 1, UNICODE).plain.split("\n")
    assert [line for line in lines if "◆" in line] == [" " + "◆" * 20, " " + "◆" * 4]


def test_lines_say_it_in_one_line() -> None:
    assert "Captured  2 attackers, 3 defenders" in draw_lettered(taken(2, 3))


def test_the_whole_last_turn_is_marked() -> None:
    """A turn of several actions: all squares that it passed are marked, both as text and on the screens."""
    record = "f3-f4 c6-c5 f1-f3 f3-f5"
    state = quincunx.game("cengers").record(record).replay()
    lines = draw_lettered(view(state)).splitlines()
    marked = {line[:2].strip() for line in lines if "[" in line}
    assert marked == {"1", "3", "5"}, "f1, f3 and f5"
