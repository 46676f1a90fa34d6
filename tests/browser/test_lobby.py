"""The list of players online and of those looking for a game: visible to everyone, and accepted with a click."""

from __future__ import annotations

from playwright.sync_api import expect

from browser.conftest import Visit
from browser.test_rated import member
from servers import Server


def test_a_game_that_somebody_looks_for_is_taken_with_a_click(server: Server, visit: Visit) -> None:
    ann, bob = member(server, visit(), "LobbyAnn"), visit()
    bob.goto(f"{server.url}/new/online")
    ann.goto(f"{server.url}/new/online")
    ann.locator("input[name=game][value=flipflop]").check()
    ann.get_by_label("Board size").select_option("10")
    ann.get_by_label("Each turn").check()
    ann.get_by_role("button", name="Find an opponent").click()
    expect(ann.locator(".seeks")).to_contain_text("That’s you")
    row = bob.locator(".seeks li").filter(has_text="LobbyAnn")
    expect(row).to_contain_text("FlipFlop · Board size: 10 × 10 · 1 minute a turn · Casual")
    row.get_by_role("button", name="Play FlipFlop against LobbyAnn").click()
    for page in (ann, bob):
        page.wait_for_url("**/match/*")
        expect(page.get_by_role("gridcell")).to_have_count(100)
    assert ann.url == bob.url


def test_a_game_that_nobody_looks_for_any_more_is_refused(server: Server, visit: Visit) -> None:
    ann, bob = member(server, visit(), "LobbyGone"), visit()
    bob.goto(f"{server.url}/new/online")
    ann.goto(f"{server.url}/new/online")
    ann.locator("input[name=game][value=flipflop]").check()
    ann.get_by_label("Casual").check()
    ann.get_by_role("button", name="Find an opponent").click()
    take = bob.get_by_role("button", name="Play FlipFlop against LobbyGone")
    expect(take).to_be_visible()
    expect(ann.locator(".seeks")).to_contain_text("That’s you")
    bob.route("**/api/lobby", lambda route: None)  # the list is not updated
    ann.get_by_role("button", name="Cancel").click()
    expect(ann.locator(".seeks")).not_to_contain_text("That’s you")
    take.click()
    expect(bob.get_by_text("LobbyGone is no longer looking for a game.")).to_be_visible()
    expect(take).to_be_enabled()


def test_somebody_who_is_here_is_challenged_with_a_click(server: Server, visit: Visit) -> None:
    ann, bob = member(server, visit(), "LobbyEve"), member(server, visit(), "LobbyIan")
    for page in (ann, bob):
        page.goto(f"{server.url}/new/online")
    ann.get_by_role("link", name="Challenge LobbyIan").click()
    expect(ann.get_by_label("Player’s name")).to_have_value("LobbyIan")
    ann.get_by_role("button", name="Play", exact=True).click()
    expect(bob.get_by_text("LobbyEve wants to play with you")).to_be_visible()


def test_without_its_server_the_list_says_so(server: Server, visit: Visit) -> None:
    page = visit()
    page.route("**/api/lobby", lambda route: route.abort())
    page.goto(f"{server.url}/new/online")
    expect(page.get_by_role("button", name="Try again")).to_be_visible()
    page.unroute("**/api/lobby")
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("heading", name="Looking for a game")).to_be_visible()
