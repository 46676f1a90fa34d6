"""From the start page to the first move: the two buttons, a card for each game, and at most three clicks."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

import quincunx
from browser.conftest import Visit
from browser.seats import Seat
from servers import Server


def test_two_buttons_side_by_side(server: Server, visit: Visit) -> None:
    for size in ({"width": 1440, "height": 900}, {"width": 390, "height": 844}):
        page = visit(viewport=size)
        page.goto(server.url)
        bot = page.get_by_role("link", name="Play against a bot").bounding_box()
        friend = page.get_by_role("link", name="Play against your friend").bounding_box()
        assert bot is not None
        assert friend is not None
        assert bot["y"] == friend["y"]
        assert bot["x"] + bot["width"] <= friend["x"]
        assert friend["x"] + friend["width"] <= size["width"]


def test_little_has_to_be_loaded(server: Server, visit: Visit) -> None:
    page = visit(fresh=True)
    page.goto(server.url, wait_until="networkidle")
    entries = "[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]"
    sizes = page.evaluate(f"{entries}.map((entry) => entry.transferSize)")
    assert 10_000 < sum(sizes) < 250_000


def test_three_clicks_to_the_first_move(server: Server, visit: Visit) -> None:
    page = visit()
    page.goto(server.url)
    page.get_by_role("link", name="Play against a bot").click()
    page.get_by_role("button", name=re.compile("^Play")).last.click()
    page.wait_for_url("**/match/*")
    seat = Seat(page)
    seat.wait("mine")
    seat.page.mouse.click(*seat.look()["ready"][0])  # the third click is part of the first move
    assert seat.targets()


def test_a_double_click_on_a_card_makes_one_match(server: Server, visit: Visit) -> None:
    page, asked = visit(), list[str]()
    page.on("request", lambda request: asked.append(f"{request.method} {request.url.removeprefix(server.url)}"))
    page.on("websocket", lambda line: line.on("framesent", lambda text: asked.append(json.loads(text)["type"])))
    page.goto(f"{server.url}/new/bot")
    page.locator(".card button").first.dblclick()
    page.wait_for_url("**/match/*")
    Seat(page).wait("mine")
    assert (asked.count("create"), asked.count("POST /api/guest")) == (1, 1)


def test_the_games_are_the_servers(server: Server, visit: Visit) -> None:
    page = visit()
    page.goto(f"{server.url}/new/bot")
    cards = page.locator(".card")
    expect(cards).to_have_count(len(quincunx.games()))
    for spec in quincunx.games().values():
        cards.get_by_text(spec.title, exact=True).click()
        expect(page.get_by_text(spec.summary, exact=True)).to_be_visible()


@pytest.mark.parametrize(("width", "columns"), [(1440, 6), (820, 4), (390, 3)])
def test_the_cards_stand_in_columns(server: Server, visit: Visit, width: int, columns: int) -> None:
    page = visit(viewport={"width": width, "height": 844})
    page.goto(f"{server.url}/new/bot")
    cards = page.locator(".card:has(input)")
    expect(cards).to_have_count(len(quincunx.games()))
    boxes = [each.bounding_box() or {} for each in cards.all()]
    assert len({box["x"] for box in boxes}) == columns
    assert len({round(box["width"]) for box in boxes}) == 1
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_an_address_can_name_the_game(server: Server, visit: Visit) -> None:
    page = visit()
    page.goto(f"{server.url}/play/othello")
    checked = page.locator("input[name=game]:checked")
    expect(checked).to_have_value("othello")
    page.locator("input[name=game][value=tablut]").check()
    page.reload()
    expect(checked).to_have_value("tablut")
    page.goto(f"{server.url}/play/ludo")
    expect(page.get_by_role("heading", name="Page not found")).to_be_visible()


def test_a_friend_at_the_same_screen(server: Server, visit: Visit) -> None:
    page = visit()
    page.goto(server.url)
    page.get_by_role("link", name="Play against your friend").click()
    page.get_by_text("Same screen").first.click()
    page.get_by_role("button", name=re.compile("^Play")).last.click()
    page.wait_for_url("**/match/*")
    seat = Seat(page)
    for _ in range(4):  # both sides are played here
        seat.wait("mine")
        seat.act()
    assert seat.ply >= 4


def test_two_strangers_find_each_other(server: Server, visit: Visit) -> None:
    pages = visit(), visit()
    for page in pages:
        page.goto(server.url)
        page.get_by_role("link", name="Play online").click()
        page.get_by_role("button", name="Find an opponent").click()
    for page in pages:
        page.wait_for_url("**/match/*")
    assert pages[0].url == pages[1].url


def test_in_german(server: Server, visit: Visit) -> None:
    page = visit(locale="de-DE")
    page.goto(server.url)
    expect(page.get_by_role("link", name="Gegen einen Bot spielen")).to_be_visible()
    page.goto(f"{server.url}/new/bot")
    page.get_by_role("button", name=re.compile("^Spielen")).last.click()
    page.wait_for_url("**/match/*")
    expect(page.locator(".status")).to_contain_text("Du bist dran")
    page.locator("[data-square=a1]").click()
    expect(page.locator(".reason")).to_have_text(re.compile("[a-zäöüß]"))
    assert "no piece" not in page.locator(".reason").inner_text()
