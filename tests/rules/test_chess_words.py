"""Chess uses chess terms: nothing about battles is said when people play it."""

from __future__ import annotations

import re

import pytest

import quincunx
from quincunx.clients.terminal.lines.typed_commands import help_text
from quincunx.play.view import view
from words.evidence import said_in_play, said_of

GAME = quincunx.game("chess")
BATTLE = re.compile(
    r"\b(HP|ATK|DEF|units?|weapons?|class|army|armies|battles?|defeat\w*|fallen|skills?|heal\w*|cheer\w*)\b",
    re.IGNORECASE,
)


@pytest.mark.parametrize("seed", [1, 2])
def test_no_word_of_battle_is_said_in_play(seed: int) -> None:
    said = [text for text in said_in_play(GAME, seed) if not text.startswith("'heal:")]  # an echo of the typed action
    assert [text for text in said if BATTLE.search(text)] == []


def test_none_in_its_names_options_and_endings_that_can_happen() -> None:
    unreachable = GAME.spec.reason_rules["king_defeated"][1]
    said = [text for text in said_of(GAME) if unreachable not in text]
    kinds = {kind.name for kind in GAME.spec.kinds if kind.name in GAME.spec.without}
    assert [text for text in said if BATTLE.search(text) and text not in kinds] == []


def test_none_in_the_help_of_line_mode() -> None:
    assert BATTLE.findall(help_text(GAME)) == []
    assert "Nf3" in help_text(GAME)


def test_the_hud_has_captured_pieces_and_the_number_of_the_move() -> None:
    state = GAME.position("rnb1kbnr/pppp1ppp/8/8/8/8/PPPPP1PP/RNBQKQNR b KQkq - 0 9")
    rows = {row.label: row for row in view(state).hud}
    assert list(rows) == ["Captured", "Move", "No progress"]
    assert rows["Captured"].values == ("2 black pieces", "1 white piece")
    assert [[piece.glyph for piece in pieces] for pieces in rows["Captured"].pieces] == [["q", "p"], ["B"]]
    assert rows["Move"].values == ("9",)


def test_a_mate_is_called_so() -> None:
    state = GAME.record("f3 e5 g4 Qh4#").replay()
    shown = view(state)
    assert shown.status == "Checkmate. Black wins in 2 moves."
    assert [row.values for row in shown.hud if row.label == "Move"] == [("2",)]
