"""A page that is loaded anew, a server that is killed: nothing is lost, and no click either."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from browser.conftest import Visit, own_server
from browser.seats import Seat, create
from servers import Server


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
        expect(page.locator("[role=status]").filter(has_text="reconnect").first).to_be_visible(timeout=15_000)
        seat.click("d4")
        assert page.locator(".place[style*='translate(3.5px, 7.5px)']").count() == 1  # it is on d4 at once
        server.start()
        seat.wait_for_ply(1)
        record = page.request.get(f"{server.url}/api/matches/{id}/record").text()
        assert record.split()[-1] == "d1-d4"


def labels(seat: Seat) -> list[str]:
    found = seat.page.eval_on_selector_all("[role=gridcell]", "cells => cells.map((cell) => cell.ariaLabel)")
    return [str(label) for label in found]
