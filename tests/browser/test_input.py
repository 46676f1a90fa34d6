"""Clicks as the Hnefatafl document describes them: pick, move, reset by a wrong click or a right click; and keys."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

import quincunx
from browser.conftest import Visit
from browser.lines import line_to
from browser.seats import Seat, hot_seat, play
from quincunx import State
from servers import Server


def test_a_click_takes_a_piece_and_a_click_moves_it(server: Server, visit: Visit) -> None:
    seat = hot_seat(server, visit(), "hnefatafl")
    seat.click("d1")
    assert seat.squares("[aria-selected=true]") == ["d1"]
    assert sorted(seat.targets()) == ["b1", "c1", "d2", "d3", "d4", "d5"]
    seat.click("d4")
    seat.wait_for_ply(1)
    expect(seat.square("d4")).to_have_attribute("aria-label", "d4, attacker of attackers")
    assert seat.squares("[aria-selected=true]") == []


def test_a_wrong_click_resets_the_choice_and_says_why(server: Server, visit: Visit) -> None:
    seat = hot_seat(server, visit(), "hnefatafl")
    seat.click("d1")
    seat.click("e2")
    expect(seat.page.locator(".reason")).to_have_text("Pieces move along a row or a column. (H3)")
    assert seat.squares("[aria-selected=true]") == []
    seat.click("d1")
    seat.click("a1")
    expect(seat.page.locator(".reason")).to_contain_text("only the king may stop there. (H4)")
    assert seat.ply == 0


def test_a_right_click_resets_the_choice(server: Server, visit: Visit) -> None:
    seat = hot_seat(server, visit(), "hnefatafl")
    seat.click("d1")
    seat.click("d4", button="right")
    assert seat.squares("[aria-selected=true]") == []
    assert seat.targets() == []
    seat.click("d4")
    expect(seat.page.locator(".reason")).to_contain_text("There is no piece on d4.")


def test_nothing_is_dragged(server: Server, visit: Visit) -> None:
    seat = hot_seat(server, visit(), "hnefatafl")
    seat.square("d1").drag_to(seat.square("d4"))
    assert seat.ply == 0


@pytest.mark.parametrize("game", ["checkers", "cengers", "flipflop"])
def test_a_turn_of_several_actions_goes_on_or_is_ended(server: Server, visit: Visit, game: str) -> None:
    def has_a_choice(state: State) -> bool:
        return "end" in [state.text(action) for action in state.legal_actions()]

    played = quincunx.game(game)
    line = line_to(played, has_a_choice)
    options = {name: value for name, value in played.options.items() if isinstance(value, str | int)}
    seat = hot_seat(server, visit(), game, options=options)
    play(seat, line)
    end = seat.page.get_by_role("button", name="End turn")
    expect(end).to_be_visible()
    turn = seat.page.locator(".status").inner_text()
    end.click()
    seat.wait_for_ply(len(line) + 1)
    assert seat.page.locator(".status").inner_text() != turn


def test_a_promotion_is_chosen_at_the_square(server: Server, visit: Visit) -> None:
    def can_promote(state: State) -> bool:
        return any("=" in state.text(action) for action in state.legal_actions())

    game = quincunx.game("chess")
    line = line_to(game, can_promote)
    state = game.start()
    for action in line:
        state.apply(state.parse(action))
    promotion = next(text for action in state.legal_actions() if (text := state.text(action)).endswith("=N"))
    seat = hot_seat(server, visit(), "chess")
    play(seat, line)
    origin, _, target = promotion.partition("=")[0].partition("-")
    seat.click(origin)
    seat.click(target)
    expect(seat.page.locator("[role=menu] button")).to_have_count(4)
    seat.page.keyboard.press("Escape")
    expect(seat.page.locator("[role=menu]")).to_have_count(0)
    play(seat, [promotion])
    expect(seat.square(target)).to_have_attribute(
        "aria-label", f"{target}, knight of {state.game.players[state.to_move]}"
    )


def test_by_keys_alone(server: Server, visit: Visit) -> None:
    seat = hot_seat(server, visit(), "cengers")
    keys = seat.page.keyboard
    state = quincunx.game("cengers").start()
    first = state.text(state.legal_actions()[0])
    origin, _, target = first.partition("-")
    walk(seat, origin)
    keys.press("z")
    assert seat.squares("[aria-selected=true]") == [origin]
    keys.press("Escape")
    assert seat.squares("[aria-selected=true]") == []
    keys.press("Enter")
    walk(seat, target)
    keys.press("Enter")
    seat.wait_for_ply(1)


def walk(seat: Seat, square: str) -> None:
    """Move the cursor to a square with the arrow keys."""
    if not seat.page.evaluate("document.activeElement.dataset.square"):
        seat.page.locator("[role=gridcell][tabindex='0']").focus()
    file, rank = ord(square[0]), int(square[1:])
    for _ in range(30):
        at = str(seat.page.evaluate("document.activeElement.dataset.square"))
        dx, dy = file - ord(at[0]), rank - int(at[1:])
        if not dx and not dy:
            return
        arrow = ("ArrowRight" if dx > 0 else "ArrowLeft") if dx else ("ArrowUp" if dy > 0 else "ArrowDown")
        seat.page.keyboard.press(arrow)
    raise AssertionError(f"the cursor does not get to {square}")
