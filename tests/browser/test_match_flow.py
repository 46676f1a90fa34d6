"""Around the moves: invitations, leaving, endings, rematches, two tabs."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from browser.conftest import Visit
from browser.seats import Seat, create
from servers import Server


def pair(server: Server, visit: Visit) -> tuple[Page, Page]:
    """Two browsers in one match, after a move by each side."""
    host, friend = visit(), visit()
    host.goto(server.url)
    id, secret = create(host, "checkers", {"kind": "invite"}, options={"first": "dark"})
    host.goto(f"{server.url}/match/{id}")
    friend.goto(f"{server.url}/join/{id}#{secret}")
    friend.get_by_role("button", name="Play").click()
    for page in (host, friend):
        seat = Seat(page)
        seat.wait("mine")
        seat.act()
    return host, friend


def leave(page: Page) -> None:
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Resign").click()


def test_who_leaves_loses_and_may_play_again(server: Server, visit: Visit) -> None:
    host, friend = pair(server, visit)
    first = host.url
    leave(host)
    expect(host.get_by_role("heading", name="You lost")).to_be_visible()
    expect(friend.get_by_role("heading", name="You won")).to_be_visible()
    friend.get_by_role("button", name="Close").click()
    expect(friend.get_by_role("button", name="Show the result")).to_be_visible()
    host.get_by_role("button", name="Rematch").click()
    friend.get_by_role("button", name="Decline").click()  # the offer has reopened the panel
    host.get_by_role("button", name="Rematch", exact=True).click()
    friend.get_by_role("button", name="Accept the rematch").click()
    for page in (host, friend):
        page.wait_for_url(lambda url: "/match/" in url and url != first)
    assert host.url == friend.url
    host.go_back()
    expect(host.get_by_role("link", name="Go to the rematch")).to_be_visible()
    assert host.url == first


def test_another_tab_is_left_alone(server: Server, visit: Visit) -> None:
    host, friend = pair(server, visit)
    tab = host.context.new_page()
    tab.goto(server.url)
    id, _ = create(tab, "flipflop", {"kind": "bot", "level": 1})
    tab.goto(f"{server.url}/match/{id}")
    Seat(tab).wait("mine")
    leave(friend)
    friend.get_by_role("button", name="Rematch").click()
    host.get_by_role("button", name="Accept the rematch").click()
    expect(tab.get_by_text("One of your games has started.")).to_be_visible()
    assert tab.url.endswith(id)


def test_the_invite_link_is_there_in_every_tab(server: Server, visit: Visit) -> None:
    page = visit()
    page.goto(f"{server.url}/new/friend")
    page.get_by_text("Invite link").first.click()
    page.get_by_role("button", name="Play").last.click()
    page.wait_for_url("**/match/*")
    link = page.get_by_label("Invite link").input_value()
    tab = page.context.new_page()
    tab.goto(page.url)
    assert tab.get_by_label("Invite link").input_value() == link
    tab.goto(server.url)
    expect(tab.get_by_role("link", name="open seat")).to_be_visible()  # the menu shows it too


def test_a_takeback_and_a_draw(server: Server, visit: Visit) -> None:
    host, friend = pair(server, visit)
    Seat(host).wait("mine")
    friend.get_by_role("button", name="Take back").click()
    host.get_by_role("button", name="Accept").click()
    Seat(friend).wait("mine")
    assert Seat(friend).ply == 1
    Seat(friend).act()
    Seat(host).wait("mine")
    friend.get_by_role("button", name="Draw").click()
    host.get_by_role("button", name="Accept").click()
    for page in (host, friend):
        expect(page.get_by_role("heading", name="Draw")).to_be_visible()


def test_a_phone_on_its_side(server: Server, visit: Visit) -> None:
    page = visit(viewport={"width": 667, "height": 375})
    page.goto(server.url)
    id, _ = create(page, "hnefatafl", {"kind": "bot", "level": 1})
    page.goto(f"{server.url}/match/{id}")
    Seat(page).wait("mine")
    box = page.locator(".board").bounding_box()
    assert box is not None
    assert box["height"] > 330
    assert page.evaluate("document.documentElement.scrollWidth") <= 667
