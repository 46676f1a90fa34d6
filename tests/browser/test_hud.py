"""The text beside the board: captured pieces, drawn as pieces, and the number of moves."""

from __future__ import annotations

from playwright.sync_api import expect

import quincunx
from browser.conftest import Visit
from browser.lines import line_to
from browser.seats import hot_seat, play
from servers import Server


def test_captured_pieces_are_told_with_words_and_drawn(server: Server, visit: Visit) -> None:
    game = quincunx.game("hnefatafl")
    line = line_to(game, lambda state: len(state.game.spec.pieces(state)) < 37)
    seat = hot_seat(server, visit(), "hnefatafl")
    play(seat, line)
    state = game.start()
    for action in line:
        state.apply(state.parse(action))
    lost = [24, 12]
    for piece in game.spec.pieces(state).values():
        lost[piece.owner] -= piece.name != "king"
    row = seat.page.locator(".hud .row").filter(has_text="Captured")
    for side, name in enumerate(("attacker", "defender")):
        words = f"1 {name}" if lost[side] == 1 else f"{lost[side]} {name}s" if lost[side] else "none"
        cell = row.locator("dd").nth(side)
        expect(cell).to_contain_text(words)
        expect(cell.locator("svg")).to_have_count(lost[side])
    moves = seat.page.locator(".hud .row").filter(has_text="Moves").locator("dd")
    expect(moves).to_have_text(str(len(line)))


def test_the_pile_of_checkers_is_drawn_as_pieces(server: Server, visit: Visit) -> None:
    game = quincunx.game("checkers", first="dark")
    line = line_to(game, lambda state: len(state.game.spec.pieces(state)) < 24 and state.to_move == 1)
    seat = hot_seat(server, visit(), "checkers", options={"first": "dark"})
    play(seat, line)
    row = seat.page.locator(".hud .row").filter(has_text="Captured")
    drawn = row.locator("svg").count()
    state = game.start()
    for action in line:
        state.apply(state.parse(action))
    assert drawn == 24 - len(game.spec.pieces(state)) > 0
    assert "man" in row.inner_text() or "men" in row.inner_text()
    assert "Pile" not in seat.page.locator(".hud").inner_text()
