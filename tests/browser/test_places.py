"""One menu with everything, at every width, by mouse and by keyboard; and the third option on the start page."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.conftest import Visit
from servers import Server

EVERYTHING = {
    "/new/bot": "Play against a bot",
    "/new/friend": "Play against your friend",
    "/new/online": "Play online",
    "/watch": "Watch",
    "/learn": "Learn",
    "/puzzles": "Puzzles",
    "/analysis": "Analysis",
    "/rules": "Rules",
    "/leaders": "Leaders",
    "/history": "My games",
    "/balance": "Balance",
    "/login": "Log in",
    "/account": "Account",
    "/settings": "Settings",
}


@pytest.mark.parametrize("width", [1440, 900, 640, 360])
def test_every_page_is_in_the_menu_at_every_width(server: Server, visit: Visit, width: int) -> None:
    page = visit(viewport={"width": width, "height": 800})
    page.goto(f"{server.url}/settings")
    page.get_by_role("button", name="Menu").click()
    menu = page.get_by_role("navigation", name="Menu")
    for to, name in EVERYTHING.items():
        link = menu.locator(f"a[href='{to}']")
        expect(link).to_have_text(name)
        link.scroll_into_view_if_needed()
        shown = link.bounding_box()
        assert shown is not None
        assert shown["x"] >= 0
        assert shown["x"] + shown["width"] <= width
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    menu.get_by_role("link", name="Balance").click()
    page.wait_for_url("**/balance")
    expect(menu).to_be_hidden()


def test_the_menu_by_keys(server: Server, visit: Visit) -> None:
    page = visit()
    page.goto(f"{server.url}/settings")
    button = page.get_by_role("button", name="Menu")
    button.focus()
    expect(button).to_have_attribute("aria-expanded", "false")
    page.keyboard.press("Enter")
    expect(button).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("Tab")
    expect(page.get_by_role("navigation", name="Menu").get_by_role("link").first).to_be_focused()
    page.keyboard.press("Escape")
    expect(button).to_be_focused()
    expect(button).to_have_attribute("aria-expanded", "false")
    page.keyboard.press("Enter")
    for _ in EVERYTHING:
        page.keyboard.press("Tab")
    expect(page.get_by_role("navigation", name="Menu").get_by_role("link").last).to_be_focused()
    page.keyboard.press("Tab")  # on to the page: the menu does not stay open
    expect(button).to_have_attribute("aria-expanded", "false")


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
def test_play_online_is_a_third_choice_after_the_two_buttons(
    server: Server, visit: Visit, size: tuple[int, int]
) -> None:
    page = visit(viewport={"width": size[0], "height": size[1]})
    page.goto(server.url)
    choices = page.locator("main a").all_inner_texts()
    assert [text.splitlines()[0] for text in choices[:3]] == [
        "Play against a bot",
        "Play against your friend",
        "Play online",
    ]
    page.get_by_role("link", name="Play online").click()
    expect(page.get_by_role("heading", name="Play online")).to_be_visible()
