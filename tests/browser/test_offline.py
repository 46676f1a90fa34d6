"""The page without its server: it opens all the same, says so, and is there again when the server is."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from browser.conftest import Visit, own_server

KEPT = "async () => { await navigator.serviceWorker.ready; return (await caches.keys()).length > 0 }"


def test_it_opens_offline_with_a_word_and_reconnects(visit: Visit, tmp_path: Path) -> None:
    with own_server(f"sqlite:///{tmp_path / 'test.db'}") as server:
        page = visit()
        page.goto(server.url)
        page.wait_for_function(KEPT)
        page.goto(f"{server.url}/new/bot")  # what can be played is learned, and kept
        page.get_by_role("heading", name="Hnefatafl").or_(page.get_by_text("Hnefatafl")).first.wait_for()
        server.kill()
        page.goto(server.url)
        expect(page.get_by_role("link", name="Play against a bot")).to_be_visible()
        word = page.get_by_role("status").filter(has_text="offline")
        expect(word.first).to_be_visible(timeout=15_000)
        page.get_by_role("link", name="Settings").click()  # a page that was never seen before
        expect(page.get_by_role("heading", name="Settings")).to_be_visible()
        server.start()
        expect(word).to_have_count(0, timeout=30_000)


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
