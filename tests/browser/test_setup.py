"""Setting up a match: important settings are visible, with the game's own clock and side; disabled ones explain why."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import Visit
from browser.seats import Seat, create, hot_seat
from servers import Server


def choose(server: Server, page: Page, against: str, game: str, way: str = "") -> None:
    page.goto(f"{server.url}/new/{against}")
    page.locator(f"input[name=game][value={game}]").check()
    if way:
        page.get_by_text(way, exact=True).click()


def start(page: Page) -> Seat:
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/match/*")
    return Seat(page)


def created(page: Page) -> dict[str, object]:
    id = page.url.rpartition("/")[2]
    return dict(page.request.get(page.url.replace(f"/match/{id}", f"/api/matches/{id}")).json())


@pytest.mark.parametrize("against", ["bot", "friend", "online"])
def test_board_size_and_armies_are_in_sight(server: Server, visit: Visit, against: str) -> None:
    page = visit()
    choose(server, page, against, "flipflop")
    expect(page.get_by_label("Board size")).to_be_visible()
    page.get_by_label("Board size").select_option("12")
    page.locator("input[name=game][value=battlefield]").check()
    for title in ["Army"] if against == "online" else ["White's army", "Black's army"]:
        expect(page.get_by_label(title)).to_be_visible()
    page.locator("input[name=game][value=flipflop]").check()
    expect(page.get_by_label("Board size")).to_have_value("12")


def test_a_board_size_is_played(server: Server, visit: Visit) -> None:
    page = visit()
    choose(server, page, "friend", "flipflop", "Same screen")
    page.get_by_label("Board size").select_option("10")
    start(page).wait("mine")
    expect(page.get_by_role("gridcell")).to_have_count(100)


@pytest.mark.parametrize(("against", "way"), [("bot", ""), ("friend", "Same screen"), ("friend", "Invite link")])
def test_checkers_has_a_time_for_each_turn_unless_another_clock_is_chosen(
    server: Server, visit: Visit, against: str, way: str
) -> None:
    page = visit()
    choose(server, page, against, "checkers", way)
    expect(page.get_by_label("Each turn")).to_be_checked()
    expect(page.get_by_label("1 minute a turn")).to_be_checked()
    start(page)
    assert created(page)["clock"] == {"kind": "turn", "seconds": 60}
    choose(server, page, against, "hnefatafl", way)
    if against == "friend":
        expect(page.get_by_label("No clock")).to_be_checked()


def test_in_cengers_a_person_is_x_and_begins(server: Server, visit: Visit) -> None:
    page = visit()
    choose(server, page, "bot", "cengers")
    expect(page.get_by_label("x", exact=True)).to_be_checked()
    start(page).wait("mine")
    assert created(page)["mine"] == [0]
    page.goto(f"{server.url}/new/bot")
    page.locator("input[name=game][value=hnefatafl]").check()
    expect(page.get_by_label("Random", exact=True)).to_be_checked()


def test_a_friend_at_this_screen_has_a_name_and_i_have_a_side(server: Server, visit: Visit) -> None:
    page = visit()
    choose(server, page, "friend", "hnefatafl", "Same screen")
    page.get_by_label("Your friend’s name").fill("Freya")
    page.get_by_label("Defenders", exact=True).check()
    seat = start(page)
    seat.wait("mine")  # the attackers begin, on the same screen
    expect(page.locator(".strip").filter(has_text="Freya")).to_contain_text("Attackers")
    seat.act()
    seat.wait("mine")
    page.goto(server.url)
    expect(page.get_by_role("link", name="Hnefatafl against Freya")).to_be_visible()
    page.goto(f"{server.url}/history")
    expect(page.get_by_role("link", name=re.compile("Hnefatafl against Freya"))).to_be_visible()


def test_an_error_goes_when_something_else_is_chosen(server: Server, visit: Visit) -> None:
    page = visit()
    page.goto(server.url)
    page.request.post(f"{server.url}/api/register", data={"name": "Mistaken", "password": "correct horse"})
    choose(server, page, "friend", "cengers", "By name")
    page.get_by_label("Player’s name").fill("Nobody-of-this-name")
    page.get_by_role("button", name="Play", exact=True).click()
    trouble = page.locator("form [role=status] .warn")
    expect(trouble).to_be_visible()
    page.get_by_text("Same screen", exact=True).click()
    expect(trouble).to_have_count(0)


def test_where_leaving_loses_there_is_no_abort(server: Server, visit: Visit) -> None:
    page = visit()
    page.goto(server.url)
    id, _ = create(page, "checkers", {"kind": "bot", "level": 1}, options={"first": "dark"})
    page.goto(f"{server.url}/match/{id}")
    Seat(page).wait("mine")
    expect(page.get_by_role("button", name="Abort")).to_have_count(0)
    page.get_by_role("button", name="Resign").click()
    question = page.get_by_role("alertdialog")
    expect(question).to_contain_text("Leaving this game loses it. Resign?")
    question.get_by_role("button", name="Keep playing").click()
    page.get_by_role("button", name="Resign").click()
    question.get_by_role("button", name="Resign").click()
    expect(page.get_by_role("heading", name="You lost")).to_be_visible()


def test_who_leaves_a_game_beside_a_friend_has_lost_it(server: Server, visit: Visit) -> None:
    seat = hot_seat(server, visit(), "checkers")
    seat.wait("mine")
    seat.page.get_by_role("button", name="Resign").click()
    expect(seat.page.get_by_role("alertdialog")).to_contain_text("End this game? It counts as a loss for you.")
