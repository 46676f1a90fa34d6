"""Reloaded pages and a killed server: nothing is lost, not even a click."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import expect

from browser.conftest import Visit, own_server
from browser.seats import Seat, create
from live.long_matches import long_match
from servers import Server

SEEN = "document.dispatchEvent(new Event('visibilitychange'))"  # headless Chromium never hides a page


def test_a_reload_in_the_middle_of_a_game(server: Server, visit: Visit) -> None:
    page = visit()
    page.goto(server.url)
    id, _ = create(page, "checkers", {"kind": "bot", "level": 1})
    page.goto(f"{server.url}/match/{id}")
    seat = Seat(page)
    for _ in range(3):
        seat.wait("mine")
        seat.act()
    seat.wait("mine")
    before, board = seat.ply, labels(seat)
    page.reload()
    seat.wait("mine")
    assert (seat.ply, labels(seat)) == (before, board)
    seat.act()


def test_a_click_while_the_server_is_away_is_played_when_it_is_back(visit: Visit, tmp_path: Path) -> None:
    with own_server(f"sqlite:///{tmp_path / 'test.db'}") as server:
        page = visit()
        page.goto(server.url)
        id, _ = create(page, "hnefatafl", {"kind": "hot_seat"})
        page.goto(f"{server.url}/match/{id}")
        seat = Seat(page)
        seat.wait("mine")
        seat.click("d1")
        server.kill()
        expect(page.locator("[role=status]").filter(has_text="Reconnecting").first).to_be_visible()
        seat.click("d4")
        assert page.locator(".place[style*='translate(3.5px, 7.5px)']").count() == 1  # it is on d4 immediately
        server.start()
        seat.wait_for_ply(1)
        record = page.request.get(f"{server.url}/api/matches/{id}/record").text()
        assert record.split()[-1] == "d1-d4"


def test_who_comes_back_to_the_page_looks_whether_the_line_holds(server: Server, visit: Visit) -> None:
    page, heard = visit(fresh=True), list[str]()  # with its clock stopped
    page.clock.install(time=0)
    page.clock.pause_at(1000)  # no other ping than the one asked for here
    page.on("websocket", lambda line: line.on("framereceived", lambda text: heard.append(json.loads(text)["type"])))
    with page.expect_websocket() as line:
        page.goto(server.url)
    for count, back in enumerate(("window.dispatchEvent(new Event('online'))", SEEN), start=1):
        while heard.count("pong") < count:
            page.evaluate("'until it is heard'")
        with line.value.expect_event("framesent", lambda text: json.loads(text)["type"] == "ping"):
            page.evaluate(back)


def test_a_long_match_is_read_page_by_page_and_played_on(server: Server, visit: Visit) -> None:
    page = visit()
    page.goto(server.url)
    create(page, "cengers", {"kind": "hot_seat"})  # without an account yet, this creates one
    account = page.request.get(f"{server.url}/api/account").json()["id"]
    page.goto(f"{server.url}/match/{long_match(server, account, account)}")
    seat = Seat(page)
    seat.wait("mine")
    seat.act()
    seat.wait_for_ply(1)


def labels(seat: Seat) -> list[str]:
    found = seat.page.eval_on_selector_all("[role=gridcell]", "cells => cells.map((cell) => cell.ariaLabel)")
    return [str(label) for label in found]
