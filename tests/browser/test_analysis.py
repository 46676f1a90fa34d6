"""The analysis board: any position by clicks, lines and variations, pasted and copied text, and links to it."""

from __future__ import annotations

import json
import re
import time
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

import quincunx
from browser.conftest import Visit
from browser.seats import Seat
from servers import Server

LINE = ["d1-d4", "f8-f9", "a4-c4"]
DEADLINE = 30  # seconds: an analysis that is not stopped takes twice as long
REFUSED = "Failed to load resource: the server responded with a status of 400 (Bad Request)"


def board(server: Server, page: Page, query: str = "game=hnefatafl") -> Seat:
    """A visitor on the analysis board, as soon as it is ready."""
    page.goto(f"{server.url}/analysis?{query}")
    ready(page)
    return Seat(page)


def ready(page: Page) -> None:
    page.locator("main[data-ready=true]").wait_for()


def move(seat: Seat, action: str) -> None:
    """Play an action with two clicks, and wait until the board shows it."""
    before = seat.ply
    for square in action.split("-"):
        seat.click(square)
    seat.page.locator(f"main[data-ply='{before + 1}'][data-ready=true]").wait_for()


def moves(page: Page) -> list[str]:
    return [text.strip() for text in page.get_by_label("Moves", exact=True).get_by_role("button").all_inner_texts()]


def copied(page: Page, button: str) -> str:
    page.get_by_role("button", name=button).click()
    expect(page.get_by_role("status").filter(has_text="copied")).to_be_visible()
    return str(page.evaluate("navigator.clipboard.readText()"))


def test_both_sides_move_by_clicks_and_wrong_ones_are_explained(server: Server, visit: Visit) -> None:
    seat = board(server, visit())
    for action in LINE:
        move(seat, action)
    assert [text for text in moves(seat.page) if "-" in text and len(text) == 5] == LINE
    seat.click("f9")
    seat.click("a1")
    expect(seat.page.locator(".reason")).to_contain_text("(H")
    seat.click("f9")
    seat.click("f9", button="right")
    assert seat.squares("[aria-selected=true]") == []


def test_back_on_and_into_a_variation_by_keys(server: Server, visit: Visit) -> None:
    seat = board(server, visit(), "game=hnefatafl&moves=" + "+".join(LINE))
    page, keys = seat.page, seat.page.keyboard
    keys.press("ArrowLeft")
    keys.press("Control+z")
    page.locator("main[data-ply='1'][data-ready=true]").wait_for()
    move(seat, "f4-f3")
    expect(page.get_by_label("Variation").get_by_role("button")).to_have_text(["f4-f3"])
    keys.press("Home")
    page.locator("main[data-ply='0']").wait_for()
    keys.press("Control+y")
    keys.press(".")
    page.locator("main[data-ply='2']").wait_for()
    expect(page.locator("[aria-current=step]")).to_have_text("f4-f3")  # the line that the variation branched off from
    keys.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    keys.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.parametrize(("key", "options"), [("brandubh", {}), ("flipflop", {"n": 10})])
def test_the_link_holds_everything(server: Server, visit: Visit, key: str, options: dict[str, object]) -> None:
    seat = board(server, visit(), urlencode({"game": key, "options": json.dumps(options)}))
    game = quincunx.game(key, **options)
    state = game.start()
    action = state.text(state.legal_actions()[0])
    move(seat, action)
    seat.page.wait_for_url(f"**/analysis?*moves={action}*")
    other = board(server, visit(), seat.page.url.partition("?")[2])
    assert other.ply == 1
    assert len(other.squares("[role=gridcell]")) == game.board.files * game.board.ranks
    labels = "[role=gridcell]", "cells => cells.map((cell) => cell.ariaLabel)"
    assert other.page.eval_on_selector_all(*labels) == seat.page.eval_on_selector_all(*labels)


def test_a_record_and_a_position_are_pasted_and_copied(server: Server, visit: Visit) -> None:
    page = visit(permissions=["clipboard-read", "clipboard-write"])
    seat = board(server, page)
    state = quincunx.game("cengers").start()
    for action in ("f2-f4", "c7-d7", "g2-g4", "end", "c8-c7"):
        state.apply(state.parse(action))
    page.keyboard.press("p")
    page.get_by_label("Position or record").fill("Game: cengers\n\nf2-f4 c7-d7 g2-g4 end c8-c7\n")
    page.get_by_role("button", name="Open", exact=True).click()
    page.locator("main[data-ply='5'][data-ready=true]").wait_for()
    assert copied(page, "Copy the position") == state.position()
    record = quincunx.read_record(copied(page, "Copy the record"))
    assert record.replay() == state
    page.keyboard.press("p")
    page.get_by_label("Position or record").fill(state.position())
    page.get_by_role("button", name="Open", exact=True).click()
    page.locator("main[data-ply='0'][data-ready=true]").wait_for()
    assert copied(page, "Copy the position") == state.position()
    assert seat.squares("[role=gridcell].ready")


def test_a_text_that_cannot_be_read_is_explained(server: Server, visit: Visit) -> None:
    page = visit(expected=REFUSED)
    board(server, page)
    page.keyboard.press("p")
    page.get_by_label("Position or record").fill("8/8 x")
    with page.expect_response(lambda answer: answer.url.endswith("/api/positions") and answer.status == 400):
        page.get_by_role("button", name="Open", exact=True).click()
    expect(page.get_by_role("dialog").get_by_role("alert")).to_contain_text("The position cannot be read")


def analyses(server: Server, wanted: bool) -> None:
    """Wait until the server is analysing a position, or none any more."""
    end = time.monotonic() + DEADLINE
    with server.client() as client:
        while ("\nquincunx_analyses 0.0\n" in client.get("/metrics").text) == wanted:
            assert time.monotonic() < end, "an analysis goes on" if not wanted else "none begins"


def test_the_engine_shows_lines_that_a_click_plays(server: Server, visit: Visit) -> None:
    page = visit()
    seat = board(server, page, "game=checkers")
    page.get_by_role("switch", name="Start the engine").click()
    lines = page.get_by_label("Best lines; a click plays them")
    expect(lines.get_by_role("listitem")).to_have_count(3)
    expect(page.locator(".arrows")).to_have_count(1)
    expect(page.get_by_role("meter", name="Winning chance")).to_have_attribute("aria-valuetext", re.compile("%"))
    best = lines.get_by_role("listitem").first.get_by_role("button").first
    best.click()
    seat.wait_for_ply(1)
    page.get_by_role("switch", name="Stop the engine").click()
    expect(page.locator(".arrows")).to_have_count(0)
    analyses(server, False)


@pytest.mark.parametrize("leave", ["close", "elsewhere"])
def test_nothing_is_analysed_for_a_page_that_is_gone(server: Server, visit: Visit, leave: str) -> None:
    page = visit()
    board(server, page, "game=hnefatafl")
    page.get_by_role("switch", name="Start the engine").click()
    analyses(server, True)
    if leave == "close":
        page.close()
    else:
        page.get_by_role("link", name="Back to home").click()
    analyses(server, False)


def test_the_engine_answers(server: Server, visit: Visit) -> None:
    page = visit()
    seat = board(server, page, "game=checkers")
    page.get_by_role("switch", name="Start the engine").click()
    page.get_by_label("The engine replies to my moves").check()
    state = quincunx.game("checkers").start()
    move(seat, state.text(state.legal_actions()[0]))
    seat.wait_for_ply(2)
