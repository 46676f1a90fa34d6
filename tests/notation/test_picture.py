"""Pictures of positions, as notebooks show them, and how records and lines are printed there."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

import quincunx
from quincunx.notation.picture.shapes import SHAPES
from variants import keys

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("key", keys())
def test_every_piece_of_every_game_is_drawn(key: str) -> None:
    state = quincunx.game(key).start()
    pieces = state.game.spec.pieces(state)
    picture = ElementTree.fromstring(quincunx.svg(state))
    places = [group for group in picture.findall(f"{SVG}g") if "scale(0.0094)" in group.get("transform", "")]
    assert len(places) == len(pieces)
    assert {piece.shape for piece in pieces.values()} <= set(SHAPES)


def test_a_state_shows_itself_in_a_notebook() -> None:
    state = quincunx.game("tablut").start()
    assert state._repr_svg_() == quincunx.svg(state)._repr_svg_() == str(quincunx.svg(state))


def test_the_last_turn_is_marked_and_arrows_are_drawn() -> None:
    state = quincunx.game("tablut").start()
    assert quincunx.svg(state).count("#b98128") == 0
    state.apply(state.parse("d1-d4"))
    assert quincunx.svg(state).count("#b98128") == 2
    assert quincunx.svg(state, [state.parse("e3-d3"), "e4-d4"]).count("<polygon") == 2
    assert '<circle cx="3.5" cy="4.5" r="0.4"' in quincunx.svg(quincunx.game("othello").start(), ["d4"])


def test_a_turned_board_has_the_first_rank_at_the_top() -> None:
    picture = quincunx.svg(quincunx.game("chess").start(), ["a1-a8"], turned=True, theme="slate")
    assert 'x1="7.500" y1="0.780"' in picture
    with pytest.raises(ValueError, match="expected the theme wood or slate, got 'glass'"):
        quincunx.svg(quincunx.game("chess").start(), theme="glass")


def test_a_king_in_check_is_circled_and_captured_men_are_faded() -> None:
    check = quincunx.game("chess").position("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1")
    assert quincunx.svg(check).count("#c1391b") == 1
    assert "opacity" not in quincunx.svg(check)


def test_records_and_lines_are_readable() -> None:
    state = quincunx.game("othello").record("d3 c5 f6 f5 e6 e3 c3 d2").replay()
    assert repr(quincunx.Record.of(state)) == "<othello: *, 8 actions: … f6 f5 e6 e3 c3 d2>"
    (finding, *_) = quincunx.Analysis(quincunx.game("tablut").start(), lines=1).findings(depth=1)
    line = finding.lines[0]
    assert line.text == quincunx.game("tablut").write_action(line.actions[0])
    assert repr(line).endswith(f"%: {line.text}>")
