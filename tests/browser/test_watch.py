"""Games to watch: shown with their current boards, and only while something happens in them."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from browser.conftest import Visit
from browser.seats import Seat, create
from servers import Server


def test_boards_are_live_and_abandoned_games_are_hidden(server: Server, visit: Visit) -> None:
    player, watcher = visit(), visit()
    player.goto(server.url)
    id, _ = create(player, "hnefatafl", {"kind": "bot", "level": 1})
    player.goto(f"{server.url}/match/{id}")
    seat = Seat(player)
    seat.wait("mine")
    seat.act()
    seat.wait("mine")
    watcher.goto(f"{server.url}/watch?game=hnefatafl")
    card = watcher.locator(f"a[href='/match/{id}']")
    expect(card).to_be_visible()
    with watcher.expect_response("**/api/watch?game=cengers"):
        watcher.get_by_text("Cengers", exact=True).click()
    expect(watcher.get_by_text("Loading…")).to_have_count(0)
    expect(card).to_have_count(0)
    watcher.get_by_text("Hnefatafl", exact=True).first.click()
    expect(card.locator("[data-ply]")).to_have_attribute("data-ply", str(seat.ply))
    before = seat.ply
    seat.act()
    seat.wait("mine", "over")
    expect(card.locator("[data-ply]")).not_to_have_attribute("data-ply", str(before))
    player.goto("about:blank")  # the player against the bot has left
    expect(card).to_have_count(0)


def test_games_that_have_ended_show_their_result_and_no_beginning(server: Server, visit: Visit) -> None:
    player, watcher = visit(), visit()
    player.goto(server.url)
    id, _ = create(player, "hnefatafl", {"kind": "bot", "level": 1})
    player.goto(f"{server.url}/match/{id}")
    seat = Seat(player)
    seat.wait("mine")
    seat.act()
    seat.wait("mine")
    player.get_by_role("button", name="Resign").click()
    player.get_by_role("alertdialog").get_by_role("button", name="Resign").click()
    expect(player.get_by_role("heading", name="You lost")).to_be_visible()
    watcher.goto(f"{server.url}/watch?game=hnefatafl")
    row = watcher.locator(f"a[href='/review/{id}']")
    expect(row).to_contain_text(re.compile("(Attackers|Defenders) won · "))
    expect(row.locator("svg")).to_have_count(0)


def test_without_its_server_the_list_says_so(server: Server, visit: Visit) -> None:
    page = visit()
    page.route("**/api/watch", lambda route: route.abort())
    page.goto(f"{server.url}/watch")
    expect(page.get_by_role("button", name="Try again")).to_be_visible()


def test_boards_stay_when_the_server_fails_once(server: Server, visit: Visit) -> None:
    player, watcher = visit(), visit()
    player.goto(server.url)
    id, _ = create(player, "hnefatafl", {"kind": "bot", "level": 1})
    player.goto(f"{server.url}/match/{id}")
    Seat(player).wait("mine")
    watcher.goto(f"{server.url}/watch?game=hnefatafl")
    card = watcher.locator(f"a[href='/match/{id}']")
    expect(card).to_be_visible()
    watcher.route("**/api/watch?*", lambda route: route.abort())
    with watcher.expect_event("requestfailed"):
        pass
    watcher.evaluate("() => new Promise(requestAnimationFrame)")  # wait until the failed request has had its effect
    expect(card).to_be_visible()
