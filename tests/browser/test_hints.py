"""Hints in the browser: by button and by key, shown but not played, and none in matches between people."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from browser.conftest import Visit
from browser.seats import Seat, create
from browser.test_match_flow import pair
from servers import Server


def shown(page: Page) -> None:
    expect(page.locator(".arrows")).to_have_count(1)
    expect(page.get_by_role("status").filter(has_text="Hint: ")).to_be_visible()


def test_a_hint_is_an_arrow_until_the_next_move(server: Server, visit: Visit) -> None:
    page = visit()
    page.goto(server.url)
    id, _ = create(page, "checkers", {"kind": "bot", "level": 1}, options={"first": "dark"})
    page.goto(f"{server.url}/match/{id}")
    seat = Seat(page)
    seat.wait("mine")
    page.get_by_role("button", name="Hint").click()
    shown(page)
    assert page.locator("main").get_attribute("data-ply") == "0"
    seat.act()
    expect(page.locator(".arrows")).to_have_count(0)
    seat.wait("mine")
    page.keyboard.press("h")
    shown(page)
    record = page.request.get(f"{server.url}/api/matches/{id}/record").text()
    assert "Hints dark: 2\n" in record


def test_between_people_there_is_no_button(server: Server, visit: Visit) -> None:
    host, _ = pair(server, visit)
    expect(host.get_by_role("button", name="Draw")).to_be_visible()
    expect(host.get_by_role("button", name="Hint")).to_have_count(0)
