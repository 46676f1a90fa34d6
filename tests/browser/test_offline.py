"""The page without its server: it still opens, says that it is offline, and recovers when the server is back."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from browser.conftest import Visit, own_server
from browser.seats import Seat, create
from servers import Server

KEPT = "async () => { await navigator.serviceWorker.ready; return (await caches.keys()).length > 0 }"


def test_it_opens_offline_with_a_word_and_reconnects(visit: Visit, tmp_path: Path) -> None:
    with own_server(f"sqlite:///{tmp_path / 'test.db'}") as server:
        page = visit()
        page.goto(server.url)
        page.wait_for_function(KEPT)
        page.goto(f"{server.url}/new/bot")  # the list of games is loaded and cached
        page.get_by_role("heading", name="Hnefatafl").or_(page.get_by_text("Hnefatafl")).first.wait_for()
        server.kill()
        page.goto(server.url)
        expect(page.get_by_role("link", name="Play against a bot")).to_be_visible()
        word = page.get_by_role("status").filter(has_text="offline")
        expect(word.first).to_be_visible()
        page.get_by_role("link", name="Settings").click()  # a page that has not been opened before
        expect(page.get_by_role("heading", name="Settings")).to_be_visible()
        server.start()
        expect(word).to_have_count(0)


def test_it_can_be_installed(visit: Visit, tmp_path: Path) -> None:
    with own_server(f"sqlite:///{tmp_path / 'test.db'}") as server:
        page = visit()
        page.goto(server.url)
        manifest = page.request.get(f"{server.url}/manifest.webmanifest").json()
        assert manifest["display"] == "standalone"
        sizes = {icon["sizes"] for icon in manifest["icons"]}
        assert {"192x192", "512x512"} <= sizes
        for icon in manifest["icons"]:
            assert page.request.get(server.url + icon["src"]).ok


def test_a_banner_says_within_two_seconds_that_a_move_gets_no_answer(visit: Visit, tmp_path: Path) -> None:
    with own_server(f"sqlite:///{tmp_path / 'test.db'}") as server:
        page = visit()
        page.goto(server.url)
        id, _ = create(page, "hnefatafl", {"kind": "hot_seat"})
        page.clock.install()
        page.goto(f"{server.url}/match/{id}")
        seat = Seat(page)
        seat.wait("mine")
        page.clock.pause_at(page.evaluate("Date.now() + 1000"))
        server.freeze()  # the connection stays open, but nobody answers
        try:
            seat.click("d1")
            seat.click("d4")
            page.clock.run_for(2000)
            expect(page.get_by_text("Connection lost. Reconnecting…")).to_be_visible()
        finally:
            server.thaw()
        expect(page.get_by_text("Connection lost. Reconnecting…")).to_have_count(0)


@pytest.mark.parametrize(
    "path", ["/history", "/leaders", "/puzzles", "/account", "/watch", "/balance", "/player/Somebody"]
)
def test_no_list_loads_for_ever(server: Server, visit: Visit, path: str) -> None:
    page = visit(expected="Failed to load resource: the server responded with a status of 404 (Not Found)")
    page.route("**/api/**", lambda route: route.abort())
    page.goto(server.url + path)
    expect(page.get_by_role("button", name="Try again").first).to_be_visible()
    expect(page.get_by_text("Loading…")).to_have_count(0)
    page.unroute("**/api/**")
    page.get_by_role("button", name="Try again").first.click()
    expect(page.get_by_text("The server cannot be reached.")).to_have_count(0)
