"""Two games as one match in the browser: set up on the page, both played, the total shown, and both players led on."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import Visit
from browser.seats import Seat, create
from browser.test_access import serious
from browser.test_match_flow import leave
from servers import Server


def named(server: Server, visit: Visit, name: str) -> Page:
    """A member's browser; axe's scripts may run in it."""
    page = visit(bypass_csp=True, reduced_motion="reduce")
    page.goto(server.url)
    page.request.post(f"{server.url}/api/register", data={"name": name, "password": "correct horse battery"})
    return page


def invited(server: Server, host: Page, friend: Page) -> str:
    """Create an invitation to a match of two games on the page; returns its id."""
    host.goto(f"{server.url}/new/friend")
    host.get_by_role("radio", name="Hnefatafl", exact=True).check(force=True)
    host.get_by_text("Invite link").first.click()
    host.get_by_text("Attackers", exact=True).click()
    expect(host.get_by_text("different tasks")).to_be_visible()
    host.get_by_text("Two games, each side once").click()
    expect(host.get_by_text("the win in fewer turns")).to_be_visible()
    assert serious(host) == []
    host.get_by_role("button", name="Play", exact=True).click()
    host.wait_for_url("**/match/*")
    link = host.get_by_label("Invite link").input_value()
    friend.goto(link)
    expect(friend.get_by_text("Two games, each side once")).to_be_visible()
    friend.get_by_role("button", name="Play").click()
    Seat(host).wait("mine")
    return host.url.rsplit("/", 1)[1]


def test_two_people_play_both_games_and_the_turns_decide(server: Server, visit: Visit) -> None:
    anna, ben, eve = named(server, visit, "AnnaTwo"), named(server, visit, "BenTwo"), visit()
    first = invited(server, anna, ben)
    eve.goto(f"{server.url}/match/{first}")
    for page in (anna, ben, eve):
        expect(page.get_by_text("Game 1 of 2")).to_be_visible()
    for page in (anna, ben, anna):
        seat = Seat(page)
        seat.wait("mine")
        seat.act()
    Seat(ben).wait("mine")
    leave(ben)
    expect(anna.get_by_role("heading", name="You won")).to_be_visible()
    for page in (anna, ben, eve):  # nobody is taken away from the end of the first game
        expect(page.get_by_text("1–0 for AnnaTwo after the first game.")).to_be_visible()
        expect(page.get_by_text("One of your games has started.")).to_have_count(0)
    assert serious(anna) == []
    for page in (ben, anna, eve):
        page.get_by_role("link", name="Go to game 2").click()
        expect(page.get_by_text("Game 2 of 2")).to_be_visible()
        expect(page.get_by_role("link", name="First game: won by AnnaTwo in 3 turns")).to_be_visible()
    assert len({page.url for page in (anna, ben, eve)}) == 1
    Seat(ben).wait("mine")  # the player who had the second side begins now
    expect(ben.get_by_role("button", name="Abort")).to_have_count(0)
    Seat(ben).act()
    Seat(anna).wait("mine")
    leave(anna)
    words = "1–1; BenTwo needed 1 turn, AnnaTwo 3: BenTwo wins the match."
    expect(ben.get_by_role("heading", name="You won the match")).to_be_visible()
    expect(anna.get_by_role("heading", name="You lost the match")).to_be_visible()
    expect(eve.get_by_role("heading", name="BenTwo wins the match")).to_be_visible()
    for page in (anna, ben, eve):
        expect(page.get_by_text(words)).to_be_visible()
    assert serious(ben) == []
    ben.get_by_role("button", name="Rematch").click()
    anna.get_by_role("button", name="Accept the rematch").click()
    for page in (anna, ben):
        expect(page.get_by_text("Game 1 of 2")).to_be_visible()
    Seat(ben).wait("mine")  # this time the other player begins on the first side
    anna.goto(f"{server.url}/history")
    row = anna.get_by_role("listitem").filter(has=anna.locator(f"a[href='/review/{first}']").first)
    expect(row.get_by_role("link", name="Go to game 2")).to_be_visible()


def test_the_sheet_can_be_closed_and_still_leads_on(server: Server, visit: Visit) -> None:
    page = visit()
    page.goto(server.url)
    id, _ = create(page, "cengers", {"kind": "bot", "level": 1}, legs=2)
    page.goto(f"{server.url}/match/{id}")
    seat = Seat(page)
    seat.wait("mine")
    seat.act()
    leave(page)
    page.get_by_role("button", name="Close").click()
    page.get_by_role("link", name="Go to game 2").click()
    expect(page.get_by_text("Game 2 of 2")).to_be_visible()
    Seat(page).wait("mine")  # the bot has begun
    leave(page)
    expect(page.get_by_text("Both games: 2–0.")).to_be_visible()


@pytest.mark.parametrize("how", ["Same screen", "Online", "Invite link"])
def test_it_can_be_chosen_for_every_kind_of_opponent(server: Server, visit: Visit, how: str) -> None:
    page = visit(locale="de-DE") if how == "Same screen" else visit()
    page.goto(f"{server.url}/new/{'online' if how == 'Online' else 'friend'}")
    if how == "Same screen":
        page.get_by_text("Zwei Partien, jede Seite einmal").click()
        page.get_by_role("button", name="Spielen", exact=True).click()
        expect(page.get_by_text("Partie 1 von 2")).to_be_visible()
        return
    if how == "Invite link":
        page.get_by_text(how).first.click()
    page.get_by_text("Two games, each side once").click()
    expect(page.get_by_role("status").filter(has_text="two games")).to_be_visible()
