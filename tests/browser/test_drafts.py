"""Cengers by its document's keys: Z picks, X moves, once or more, C ends the move. Until C the move is a draft."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

import quincunx
from browser.conftest import Visit
from browser.lines import turns_of
from browser.seats import Seat, create, hot_seat, tell
from browser.test_input import walk
from browser.test_queue import aside, chain
from servers import Server


def draw(seat: Seat, origin: str, *targets: str) -> None:
    """Press Z on a piece, and X on one square after the other."""
    walk(seat, origin)
    seat.page.keyboard.press("z")
    for target in targets:
        walk(seat, target)
        seat.page.keyboard.press("x")
        expect(seat.page.locator(".place.drafted")).to_have_count(1)
        expect(seat.square(target)).to_have_attribute("aria-label", f"{target}, x")


def test_a_step_is_a_draft_until_c(server: Server, visit: Visit) -> None:
    seat = hot_seat(server, visit(), "cengers")
    draw(seat, "f3", "f4")
    assert seat.ply == 0
    expect(seat.page.locator(".reason")).to_have_count(0)
    expect(seat.page.get_by_text("Press C to play this move")).to_be_visible()
    seat.page.keyboard.press("c")
    seat.wait_for_ply(1)
    expect(seat.page.locator(".place.drafted")).to_have_count(0)
    expect(seat.page.locator(".reason")).to_have_count(0)
    expect(seat.page.locator(".status")).to_contain_text("o")


def test_escape_drops_the_draft(server: Server, visit: Visit) -> None:
    seat = hot_seat(server, visit(), "cengers")
    draw(seat, "f3", "f4")
    seat.page.keyboard.press("Escape")
    expect(seat.page.locator(".place.drafted")).to_have_count(0)
    expect(seat.square("f3")).to_have_attribute("aria-label", "f3, x")
    draw(seat, "g3", "g4")
    seat.page.keyboard.press("c")
    seat.wait_for_ply(1)
    expect(seat.square("g4")).to_have_attribute("aria-label", "g4, x")


@pytest.mark.parametrize("by", ["c", "button"])
def test_further_x_jump_on_and_c_hands_all_of_it_over(server: Server, visit: Visit, by: str) -> None:
    game = quincunx.game("cengers")
    before, (first, second) = chain(game)
    seat = hot_seat(server, visit(), "cengers")
    tell(aside(seat), seat.page.url.rsplit("/", 1)[1], turns_of(game, before))
    seat.wait_for_ply(len(before))
    seat.wait("mine")
    side = game.players[len(turns_of(game, before)) % 2]
    walk(seat, first.split("-")[0])
    seat.page.keyboard.press("z")
    for target in (first.split("-")[1], second.split("-")[1]):
        walk(seat, target)
        seat.page.keyboard.press("x")
        expect(seat.square(target)).to_have_attribute("aria-label", f"{target}, {side}")
    assert seat.ply == len(before)
    if by == "c":
        seat.page.keyboard.press("c")
    else:
        seat.page.get_by_role("button", name="Play the move").click()
    seat.wait_for_ply(len(before) + 2)
    seat.wait("mine")
    expect(seat.page.locator(".reason")).to_have_count(0)
    expect(seat.page.locator(".turns [data-ply]").last).to_have_text(second)


def test_c_without_a_draft_is_told_in_words(server: Server, visit: Visit) -> None:
    seat = hot_seat(server, visit(), "cengers")
    walk(seat, "f3")
    seat.page.keyboard.press("c")
    reason = seat.page.locator(".reason")
    expect(reason).to_have_text("First pick up a piece with Z and choose a square with X. Then C plays the move.")
    seat.page.keyboard.press("z")
    seat.page.keyboard.press("c")
    expect(reason).to_have_text("Choose a square with X first. Then C plays the move.")
    assert seat.ply == 0


def test_against_the_bot_by_the_document(server: Server, visit: Visit) -> None:
    page = visit()
    page.goto(server.url)
    id, _ = create(page, "cengers", {"kind": "bot", "level": 1})
    page.goto(f"{server.url}/match/{id}")
    seat = Seat(page)
    seat.wait("mine")
    draw(seat, "f3", "f4")
    page.keyboard.press("c")
    seat.wait_for_ply(2)
    seat.wait("mine")
    draw(seat, "f4", "f5")
    page.keyboard.press("c")
    seat.wait_for_ply(4)
    expect(page.locator(".reason")).to_have_count(0)


def test_with_the_mouse_a_step_ends_the_turn(server: Server, visit: Visit) -> None:
    seat = hot_seat(server, visit(), "cengers")
    seat.click("f3")
    seat.click("f4")
    seat.wait_for_ply(1)


def test_where_keys_make_no_drafts_they_act(server: Server, visit: Visit) -> None:
    seat = hot_seat(server, visit(), "hnefatafl")
    walk(seat, "d1")
    seat.page.keyboard.press("z")
    walk(seat, "d4")
    seat.page.keyboard.press("x")
    seat.wait_for_ply(1)
