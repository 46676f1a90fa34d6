"""The moves of a match can be stepped through, while it runs and after its end, without leaving the page."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import Page, expect

import quincunx
from browser.conftest import Visit
from browser.lines import turns_of
from browser.seats import Seat, create, hot_seat, tell
from browser.test_match_flow import leave, pair
from browser.test_queue import aside, texts_of
from servers import Server


def line(game: str, length: int) -> list[str]:
    random, state = Random(7), quincunx.game(game).start()
    played: list[str] = []
    while len(played) < length:
        played.append(random.choice(texts_of(state)))
        state.apply(state.parse(played[-1]))
    return played


def shown(page: Page) -> str:
    """The pieces on the board, according to their labels."""
    return str(page.eval_on_selector_all("[role=gridcell]", "cells => cells.map((cell) => cell.ariaLabel).join()"))


def match_of(page: Page) -> str:
    return page.url.rsplit("/", 1)[1]


def begun(server: Server, page: Page, length: int) -> Seat:
    """A hot-seat match after some moves, opened anew: the page has seen none of them."""
    seat = hot_seat(server, page, "hnefatafl", visibility="private")
    played = line("hnefatafl", length)
    tell(aside(seat), match_of(page), turns_of(quincunx.game("hnefatafl"), played))
    page.reload()
    seat.wait_for_ply(length)
    seat.wait("mine")
    return seat


@pytest.mark.parametrize(("back", "on"), [("ArrowLeft", "ArrowRight"), (",", ".")])
def test_keys_step_while_it_runs(server: Server, visit: Visit, back: str, on: str) -> None:
    page = visit(reduced_motion="reduce")
    seat = begun(server, page, 6)
    now = shown(page)
    if back == ",":
        seat.square("e5").focus()  # here the arrow keys move the cursor
    else:
        page.get_by_role("list").first.focus()
    page.keyboard.press(back)
    expect(page.locator(".status")).to_have_text("Position 5 of 6")
    expect(page.locator(".turns [aria-current]")).to_have_attribute("data-ply", "5")
    assert shown(page) != now
    page.keyboard.press(back)
    expect(page.locator(".status")).to_have_text("Position 4 of 6")
    page.keyboard.press(on)
    page.keyboard.press(on)
    expect(page.locator(".turns [aria-current]")).to_have_attribute("data-ply", "6")
    assert shown(page) == now
    page.keyboard.press("Home")
    expect(page.locator(".status")).to_have_text("The start of the game")
    expect(page.locator(".board .last")).to_have_count(0)
    page.keyboard.press("End")
    seat.wait("mine")
    assert shown(page) == now


def test_a_click_in_the_list_and_a_click_on_the_board(server: Server, visit: Visit) -> None:
    page = visit(reduced_motion="reduce")
    seat = begun(server, page, 6)
    now, address = shown(page), page.url
    page.locator(".turns [data-ply='2']").click()
    expect(page.locator(".status")).to_have_text("Position 2 of 6")
    seat.click("e5")
    expect(page.locator(".status")).not_to_have_text("Position 2 of 6")
    assert (shown(page), page.url) == (now, address)
    page.locator(".turns [data-ply='1']").click()
    page.get_by_role("button", name="Back to the current position").click()
    assert shown(page) == now
    assert seat.squares("[aria-selected=true]") == []


def test_play_goes_on_meanwhile(server: Server, visit: Visit) -> None:
    host, friend = pair(server, visit)
    Seat(host).wait("mine")
    friend.locator(".turns [data-ply='1']").click()
    expect(friend.locator(".status")).to_have_text("Position 1 of 2")
    before = shown(friend)
    Seat(host).act()
    expect(friend.locator(".status")).to_have_text("Position 1 of 3")
    assert shown(friend) == before
    friend.get_by_role("button", name="Back to the current position").click()
    Seat(friend).wait("mine")
    assert Seat(friend).ply == 3


def test_when_it_is_over_the_list_is_there_and_leads_back(server: Server, visit: Visit) -> None:
    page = visit(viewport={"width": 1280, "height": 720})
    page.goto(server.url)
    id, _ = create(page, "cengers", {"kind": "bot", "level": 1})
    page.goto(f"{server.url}/match/{id}")
    seat = Seat(page)
    for _ in range(8):
        seat.wait("mine")
        seat.act()
    seat.wait("mine")
    leave(page)
    expect(page.locator(".ending")).to_be_visible()
    box, last = page.locator(".turns ol").bounding_box(), page.locator(".turns [data-ply]").last.bounding_box()
    assert box is not None
    assert last is not None
    assert box["height"] > 100
    assert box["y"] <= last["y"] <= box["y"] + box["height"] - last["height"] + 1  # the last move is scrolled into view
    page.keyboard.press("Home")
    expect(page.locator(".board .last")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".turns [aria-current]")).to_have_attribute("data-ply", "1")
    expect(page.locator(".ending")).to_be_visible()
