"""The package of `docs/adding-a-game.md` on a server that has it: its game is played in the browser to its end."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

import toy_package
from browser.conftest import Visit
from browser.seats import hot_seat, play
from servers import Installed, running


def test_the_game_of_a_package_is_chosen_and_played_to_its_end(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, visit: Visit
) -> None:
    installed = toy_package.install(repository / "docs" / "adding-a-game.md", tmp_path)
    monkeypatch.setenv("PYTHONPATH", toy_package.python_path(installed))
    with running(f"sqlite:///{tmp_path / 'test.db'}", Installed, bot_seconds=0.1) as server:
        page = visit(reduced_motion="reduce", locale="de-DE")
        page.goto(f"{server.url}/new/bot")
        page.locator(".card").get_by_text("Tic-Tac-Toe", exact=True).click()
        expect(page.get_by_text("Drei in einer Reihe.", exact=True)).to_be_visible()
        seat = hot_seat(server, page, "noughts")
        play(seat, ["b2", "a1"])
        seat.click("b2")
        expect(page.get_by_text("b2 ist besetzt. (N1)")).to_be_visible()
        play(seat, ["b1", "a2", "b3"])
        seat.wait("over")
        expect(page.get_by_role("heading", level=2)).to_contain_text("gewinnt")
        record = page.request.get(page.url.replace("/match/", "/api/matches/") + "/record").text()
        assert "Result: crosses (line)" in record
