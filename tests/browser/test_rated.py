"""Rated games: announced before, during and after; provisional ratings are marked and not ranked."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from browser.conftest import Visit
from browser.seats import Seat
from servers import Server


def member(server: Server, page: Page, name: str) -> Page:
    page.goto(server.url)
    page.request.post(f"{server.url}/api/register", data={"name": name, "password": "correct horse battery"})
    return page


def look_for(server: Server, page: Page, game: str) -> None:
    page.goto(f"{server.url}/new/online")
    page.locator(f"input[name=game][value={game}]").check()
    expect(page.get_by_label("Rated", exact=True)).to_be_checked()
    expect(page.get_by_role("status").filter(has_text="Rated")).to_be_visible()
    page.get_by_role("button", name="Find an opponent").click()


def test_it_is_said_before_during_and_after(server: Server, visit: Visit) -> None:
    pages = member(server, visit(), "RatedAnn"), member(server, visit(), "RatedBob")
    for page in pages:
        look_for(server, page, "cengers")
    for page in pages:
        page.wait_for_url("**/match/*")
        expect(page.locator(".bar .rated")).to_have_text("Rated")
        expect(page.locator(".strip abbr").first).to_have_text("1500?")
        expect(page.locator(".strip abbr").first).to_have_attribute("title", re.compile("Provisional rating"))
    first, second = pages if Seat(pages[0]).wait("mine", "theirs") == "mine" else pages[::-1]
    for page in (first, second):
        seat = Seat(page)
        seat.wait("mine")
        seat.act()
    Seat(first).wait("mine")
    first.get_by_role("button", name="Resign").click()
    first.get_by_role("alertdialog").get_by_role("button", name="Resign").click()
    for page, points in ((first, r"Your rating\s*1\d\d\d\?\s*−\d+"), (second, r"Your rating\s*1\d\d\d\?\s*\+\d+")):
        expect(page.locator(".ending dl")).to_have_text(re.compile(points))
    first.goto(f"{server.url}/leaders?game=cengers")
    expect(first.get_by_text("Nobody is ranked yet")).to_be_visible()
    first.goto(f"{server.url}/player/RatedAnn")
    expect(first.locator(".rating abbr")).to_have_text(re.compile(r"^1\d\d\d\?$"))
    expect(first.locator("figcaption b")).to_have_text(re.compile(r"^1\d\d\d\? ± \d+$"))
    first.get_by_text("As a table").click()
    expect(first.locator("figure td abbr")).to_have_text(re.compile(r"^1\d\d\d\?$"))


def test_where_it_is_not_possible_it_says_why(server: Server, visit: Visit) -> None:
    guest = visit()
    guest.goto(f"{server.url}/new/online")
    expect(guest.get_by_label("Rated", exact=True)).to_be_disabled()
    expect(guest.get_by_label("Casual")).to_be_checked()
    expect(guest.get_by_text("Log in to play rated games")).to_be_visible()
    page = member(server, visit(), "RatedEve")
    page.goto(f"{server.url}/new/online")
    page.locator("input[name=game][value=flipflop]").check()
    expect(page.get_by_label("Rated", exact=True)).to_be_checked()
    page.get_by_label("Board size").select_option("10")
    expect(page.get_by_label("Rated", exact=True)).to_be_disabled()
    expect(page.get_by_text("Only games with the standard options can be rated.")).to_be_visible()


def test_a_friend_is_told_too(server: Server, visit: Visit) -> None:
    page = member(server, visit(), "RatedIda")
    page.goto(f"{server.url}/new/friend")
    page.get_by_text("Invite link").first.click()
    expect(page.get_by_label("Casual")).to_be_checked()
    page.get_by_label("Rated", exact=True).check()
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/match/*")
    link = page.get_by_label("Invite link").input_value()
    friend = member(server, visit(), "RatedJon")
    friend.goto(link)
    expect(friend.locator("dl").filter(has_text="Rating")).to_contain_text("Rated")
