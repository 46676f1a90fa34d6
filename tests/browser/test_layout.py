"""The layout of the match page: the board as large as the window allows, with its controls and texts near it."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import Visit
from browser.seats import Seat, create
from servers import Server

FRAME = """
() => {
  const box = (selector) => document.querySelector(selector).getBoundingClientRect()
  return (box('.board').width - box('[role=grid]').width) / 2 / box('.board').width
}
"""
OVERLAPS = """
(selector) => {
  const board = document.querySelector('.board').getBoundingClientRect()
  return [...document.querySelectorAll(selector)].map((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight
  })
}
"""
HUD = ("Captured", "Moves")


def at_a_match(server: Server, page: Page, game: str = "checkers", **more: Any) -> Seat:
    page.goto(server.url)
    id, _ = create(page, game, {"kind": "bot", "level": 1}, **({"options": {"first": "dark"}} | more))
    page.goto(f"{server.url}/match/{id}")
    seat = Seat(page)
    seat.wait("mine")
    return seat


def box(page: Page, selector: str) -> dict[str, float]:
    found = page.locator(selector).first.bounding_box()
    assert found is not None
    return {"right": found["x"] + found["width"], "bottom": found["y"] + found["height"], **found}


@pytest.mark.parametrize("size", [(1440, 900), (2560, 1440), (1024, 700)])
def test_wide_the_column_stands_beside_a_board_as_large_as_can_be(
    server: Server, visit: Visit, size: tuple[int, int]
) -> None:
    page = visit(viewport={"width": size[0], "height": size[1]})
    at_a_match(server, page)
    board, column = box(page, ".board"), box(page, ".middle")
    assert 0 <= column["x"] - board["right"] <= 48
    taken = column["right"] - board["x"]
    assert board["height"] >= size[1] - 48 or taken >= size[0] - 48  # all the height, or all the width
    assert page.evaluate(FRAME) <= 0.04


def test_text_grows_with_the_screen(server: Server, visit: Visit) -> None:
    for size, least in (((1440, 900), 15), ((2560, 1440), 18)):
        page = visit(viewport={"width": size[0], "height": size[1]})
        at_a_match(server, page)
        found = page.locator(".hud dd").first.evaluate("element => parseFloat(getComputedStyle(element).fontSize)")
        assert found == pytest.approx(least, abs=0.1)


def test_tall_the_players_stand_above_and_below_and_the_actions_in_reach(server: Server, visit: Visit) -> None:
    page = visit(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    at_a_match(server, page)
    above, board, below, actions = (box(page, name) for name in (".above", ".board", ".below", ".actions"))
    assert above["bottom"] <= board["y"] < board["bottom"] <= below["y"] < below["bottom"] <= actions["y"]
    assert actions["bottom"] <= 844
    assert board["width"] >= 390 - 16


@pytest.mark.parametrize("size", [(1200, 820), (900, 860), (390, 844), (2560, 1440)])
def test_the_full_board_fills_the_window_and_the_rest_lies_over_it(
    server: Server, visit: Visit, size: tuple[int, int]
) -> None:
    page = visit(viewport={"width": size[0], "height": size[1]})
    seat = at_a_match(server, page)
    page.keyboard.press("f")
    expect(page.get_by_role("button", name="Full board")).to_have_attribute("aria-pressed", "true")
    board = box(page, ".board")
    assert min(board["width"], board["height"]) == pytest.approx(min(size), abs=1)
    inside = page.evaluate(OVERLAPS, ".above, .below, .bar, .word, .hud, .actions button, [role=timer]")
    assert len(inside) > 8
    assert all(inside)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth && scrollY === 0")
    for word in HUD:
        expect(page.locator(".hud").get_by_text(word)).to_be_visible()
    expect(page.locator(".word")).to_contain_text("Your turn")
    seat.act()  # nothing over the board blocks clicks
    page.get_by_role("button", name="Resign").click()
    expect(page.get_by_role("alertdialog")).to_be_visible()


def test_the_choice_is_remembered(server: Server, visit: Visit) -> None:
    page = visit()
    at_a_match(server, page)
    expect(page.locator("main.full")).to_have_count(0)
    page.get_by_role("button", name="Full board").click()
    expect(page.locator("main.full")).to_have_count(1)
    at_a_match(server, page, "cengers", options={})
    expect(page.locator("main.full")).to_have_count(1)
    page.keyboard.press("f")
    expect(page.locator("main.full")).to_have_count(0)
    page.reload()
    Seat(page).wait("mine")
    expect(page.locator("main.full")).to_have_count(0)


def test_a_window_of_the_program_begins_with_the_full_board_until_somebody_chooses(
    server: Server, visit: Visit
) -> None:
    page = visit()
    page.goto(f"{server.url}/?shape=board")
    expect(page.get_by_role("link", name="Play against a bot")).to_be_visible()
    assert "shape" not in page.url
    at_a_match(server, page)
    expect(page.locator("main.full")).to_have_count(1)
    page.keyboard.press("f")
    page.goto(f"{server.url}/?shape=board")
    at_a_match(server, page)
    expect(page.locator("main.full")).to_have_count(0)


def test_how_it_ended_is_seen_in_the_full_board_too(server: Server, visit: Visit) -> None:
    page = visit(viewport={"width": 1200, "height": 820})
    at_a_match(server, page)
    page.keyboard.press("f")
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Resign").click()
    expect(page.get_by_role("heading", name="You lost")).to_be_visible()
    page.get_by_role("button", name="Close").click()
    expect(page.get_by_role("button", name="Show the result")).to_be_visible()
