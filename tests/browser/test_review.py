"""Reviewing a match: mistakes and better moves, variations, battles, and downloads."""

from __future__ import annotations

import re
from urllib.parse import urlparse

import pytest
from playwright.sync_api import Page, expect

import quincunx
from browser.conftest import Visit
from browser.lines import line_to
from browser.seats import Seat, hot_seat, play
from browser.test_access import serious
from browser.test_analysis import move
from browser.test_battles import attack_of
from servers import Server


def finished(server: Server, page: Page, game: str, line: list[str]) -> Seat:
    """A match that was played and left; opens the review with the button shown at its end."""
    seat = hot_seat(server, page, game)
    play(seat, line)
    leave(page)
    return seat


def leave(page: Page) -> None:
    """Leave a match, and open its review."""
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Resign").click()
    page.get_by_role("link", name="Review").click()
    page.wait_for_url("**/review/*")


def legal_line(game: str, length: int) -> list[str]:
    """A sequence of first legal actions."""
    state, line = quincunx.game(game).start(), []
    for _ in range(length):
        line.append(state.text(state.legal_actions()[0]))
        state.apply(state.legal_actions()[0])
    return line


def reviewed(page: Page) -> None:
    """Wait until the engine has reviewed the game."""
    page.locator(".graph").wait_for()


def test_the_review_of_a_match_from_its_end(server: Server, visit: Visit) -> None:
    page, line = visit(bypass_csp=True), legal_line("hnefatafl", 6)
    finished(server, page, "hnefatafl", line)
    reviewed(page)
    expect(page.get_by_role("row", name=re.compile("^Accuracy"))).to_contain_text("%")
    slider = page.get_by_role("slider", name=re.compile("Winning chance"))
    slider.focus()
    for _ in line:
        page.keyboard.press("ArrowRight")
    page.locator(f"main[data-ply='{len(line)}']").wait_for()
    expect(slider).to_have_attribute("aria-valuetext", re.compile(f"After move {len(line)}: .*%"))
    assert serious(page) == []


def test_buttons_lead_from_mistake_to_mistake(server: Server, visit: Visit) -> None:
    page = visit(bypass_csp=True)
    seat = hot_seat(server, page, "chess")
    play(seat, ["f2-f3", "e7-e5", "g2-g4", "a7-a6", "g1-h3", "d8-h4"])  # a mate allowed, not delivered, prevented
    leave(page)
    reviewed(page)
    forth = stops(page, "Next mistake")
    assert {3, 4} <= set(forth)
    expect(page.locator("section.blunder, section.mistake, section.inaccuracy")).to_be_visible()
    assert stops(page, "Previous mistake") == forth[-2::-1]
    assert serious(page) == []


def stops(page: Page, name: str) -> list[int]:
    """The positions that a button leads to, until it is disabled."""
    button, found = page.get_by_role("button", name=name), list[int]()
    while button.get_attribute("aria-disabled") == "false":
        here = page.locator("main").get_attribute("data-ply")
        button.click()
        page.wait_for_function("here => document.querySelector('main').dataset.ply !== here", arg=here)
        found.append(int(page.locator("main").get_attribute("data-ply") or 0))
    return found


def test_other_moves_are_answered_and_the_game_is_found_again(server: Server, visit: Visit) -> None:
    page, line = visit(), legal_line("hnefatafl", 4)
    seat = finished(server, page, "hnefatafl", line)
    page.locator("main[data-ready=true]").wait_for()
    state = quincunx.game("hnefatafl").start()
    move(seat, next(text for action in state.legal_actions() if (text := state.text(action)) != line[0]))
    page.locator("main[data-astray=true]").wait_for()
    seat.wait_for_ply(2)  # by the engine
    page.keyboard.press("g")
    page.locator("main[data-ply='0'][data-astray=false]").wait_for()
    page.keyboard.press(".")  # here the arrow keys belong to the board
    expect(page.locator("[aria-current=step]")).to_contain_text(line[0])


def test_a_link_leads_to_the_same_position_and_the_record_goes_along(server: Server, visit: Visit) -> None:
    page, line = visit(), legal_line("cengers", 5)
    finished(server, page, "cengers", line)
    page.locator("main[data-ready=true]").wait_for()
    for _ in range(3):
        page.keyboard.press(".")
    page.wait_for_url("**?ply=3")
    other = visit()
    other.goto(page.url)
    other.locator("main[data-ply='3']").wait_for()
    with page.expect_download() as download:
        page.keyboard.press("r")
    record = quincunx.read_record(download.value.path().read_text())
    assert [record.game.write_action(action) for action in record.actions] == line
    assert urlparse(page.url).path.startswith("/review/")


def test_a_battle_is_shown_again_change_by_change(server: Server, visit: Visit) -> None:
    game = quincunx.game("battlefield")
    line = line_to(game, lambda state: attack_of(state) is not None)
    state = game.start()
    for action in line:
        state.apply(state.parse(action))
    line.append(str(attack_of(state)))
    page = visit()
    finished(server, page, "battlefield", line)
    page.locator("main[data-ready=true]").wait_for()
    page.evaluate(WATCH_CHANGES)
    page.keyboard.press("End")
    page.locator(f"main[data-ply='{len(line)}']").wait_for()
    assert page.evaluate("window.changes") == []  # a jump over several actions shows no changes of gauges
    page.keyboard.press("ArrowLeft")
    page.locator(f"main[data-ply='{len(line) - 1}']").wait_for()
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => window.changes.length === 2")


WATCH_CHANGES = """
() => {
  window.changes = []
  new MutationObserver((records) => {
    for (const { addedNodes } of records)
      for (const node of addedNodes) if (node.classList?.contains('change')) window.changes.push(node.textContent)
  }).observe(document.querySelector('.board'), { childList: true, subtree: true })
}
"""


@pytest.mark.parametrize("key", ["e", "b"])
def test_nobody_is_helped_while_a_match_runs(server: Server, visit: Visit, key: str) -> None:
    page = visit()
    seat = hot_seat(server, page, "hnefatafl")
    play(seat, ["d1-d4"])
    page.goto(page.url.replace("/match/", "/review/") + "?ply=1")
    page.locator("main[data-ready=true]").wait_for()
    page.keyboard.press(key)
    expect(page.get_by_role("switch")).to_have_count(0)
    expect(page.get_by_role("link", name="Continue")).to_be_visible()
