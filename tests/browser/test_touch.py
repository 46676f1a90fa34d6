"""Small squares under a finger: they are enlarged, and played by a second tap."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.conftest import Visit
from browser.seats import hot_seat
from servers import Server

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def test_a_move_on_small_squares_is_tapped_twice(server: Server, visit: Visit) -> None:
    seat = hot_seat(server, visit(**PHONE), "hnefatafl")
    box = seat.square("d1").bounding_box()
    assert box is not None
    assert box["width"] < 36
    seat.square("d1").tap()
    assert seat.squares("[aria-selected=true]") == ["d1"]
    seat.square("d4").tap()
    lens = seat.page.locator(".lens")
    expect(lens).to_contain_text("Tap again to play here")
    shown = lens.locator("svg").bounding_box()
    assert shown is not None
    assert shown["width"] / 3.2 >= 36  # the width of a square in it
    seat.square("d3").tap()  # the first tap hit the wrong square
    expect(lens).to_be_visible()
    assert seat.ply == 0
    seat.square("d3").tap()
    seat.wait_for_ply(1)
    expect(lens).to_have_count(0)
    expect(seat.square("d3")).to_have_attribute("aria-label", "d3, attacker of attackers")


@pytest.mark.parametrize("n", [8, 20])
def test_placements_too_where_squares_are_small(server: Server, visit: Visit, n: int) -> None:
    seat = hot_seat(server, visit(**PHONE), "flipflop", options={"n": n})
    square = seat.page.locator("[role=gridcell].ready").first
    square.tap()
    if n == 20:
        expect(seat.page.locator(".lens")).to_be_visible()
        assert seat.ply == 0
        square.tap()
    seat.wait_for_ply(1)


def test_a_mouse_is_trusted(server: Server, visit: Visit) -> None:
    seat = hot_seat(server, visit(viewport={"width": 390, "height": 844}), "hnefatafl")
    seat.click("d1")
    seat.click("d4")
    seat.wait_for_ply(1)
