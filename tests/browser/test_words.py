"""Texts on the pages: none of the listed odd phrases is left on any page."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

import quincunx
from browser.conftest import Visit
from browser.seats import Seat, create
from servers import Server

ODD = (
    "Seed",
    "Quiet",
    "Call off",
    "Called off",
    "By lot",
    "Pile",
    "x to move",
    "Hint: end",
    "The line is lost",
    "As the system has it",
    "Where is your friend?",
)
WITHOUT_SIDES = "document.querySelectorAll('label:has([name=colour])').forEach((label) => label.remove())"
LABELS = "main :is(label, legend, h1, h2, h3, th, dt, button, option, p)"


def said(page: Page) -> set[str]:
    found = page.eval_on_selector_all(LABELS, "all => all.map((each) => each.textContent.trim())")
    return {str(text) for text in found}


def odd(page: Page) -> list[str]:
    text = page.locator("main").inner_text()
    return [word for word in ODD if re.search(rf"\b{re.escape(word)}(?!\w)", text)] + [
        label for label in said(page) if label in ("n", "N", "First", "Leave", "White", "Black")
    ]


def test_new_games_are_set_up_in_plain_words(server: Server, visit: Visit) -> None:
    page, found = visit(), dict[str, list[str]]()
    for against in ("bot", "friend", "online"):
        page.goto(f"{server.url}/new/{against}")
        for key in quincunx.games():
            page.locator(f"input[name=game][value={key}]").check()
            if page.locator("details:not([open])").count():
                page.locator("details summary").click()
            page.evaluate(WITHOUT_SIDES)
            if words := odd(page):
                found[f"{against} {key}"] = words
            page.goto(f"{server.url}/new/{against}")
    assert found == {}
    page.goto(f"{server.url}/new/bot")
    page.locator("input[name=game][value=checkers]").check()
    page.locator("details summary").click()
    expect(page.get_by_label("Who moves first")).to_have_value("")
    expect(page.get_by_label("Who moves first").locator("option").first).to_have_text("Random")
    expect(page.get_by_label("Draw without progress")).to_be_visible()


def test_lists_and_settings_are_in_plain_words(server: Server, visit: Visit) -> None:
    page = visit()
    for path in ("/leaders", "/settings", "/balance", "/puzzles", "/analysis"):
        page.goto(server.url + path)
        page.wait_for_load_state("networkidle")
        assert odd(page) == [], path
    page.goto(f"{server.url}/settings")
    expect(page.get_by_label("System")).to_be_visible()


def test_a_match_is_aborted_or_resigned(server: Server, visit: Visit) -> None:
    page = visit()
    page.goto(server.url)
    id, _ = create(page, "cengers", {"kind": "bot", "level": 1})
    page.goto(f"{server.url}/match/{id}")
    seat = Seat(page)
    seat.wait("mine")
    expect(page.get_by_role("button", name="Abort")).to_be_visible()
    assert odd(page) == []
    seat.act()
    page.get_by_role("button", name="Resign").click()
    expect(page.get_by_role("alertdialog")).to_contain_text("Resign this game? Your opponent wins.")


def test_an_invitation_says_whom_to_send_it_to(server: Server, visit: Visit) -> None:
    page = visit()
    page.goto(f"{server.url}/new/friend")
    page.get_by_text("Invite link").first.click()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_text("Send this link to your opponent.")).to_be_visible()
    page.get_by_role("button", name="Abort").click()
    expect(page.get_by_role("heading", name="Game aborted")).to_be_visible()
