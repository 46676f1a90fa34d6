"""What a page does to protect its user."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import Visit
from browser.seats import CREATE
from servers import Server

SCRIPT = "<img src=x onerror=alert(1)>"
PASSWORD = "four clouds over Aarhus"
LEFT = """
async () => {
  const cached = []
  for (const name of await caches.keys())
    for (const { url } of await (await caches.open(name)).keys()) cached.push(new URL(url).pathname)
  return { stored: Object.keys(localStorage), cached, cookies: document.cookie }
}
"""


def enter(page: Page, server: Server, name: str) -> None:
    """Log in as a newly registered member."""
    page.goto(f"{server.url}/login")
    page.evaluate(
        "(body) => fetch('/api/register', { method: 'POST', body, headers: { 'content-type': 'application/json' } })",
        f'{{"name": "{name}", "password": "{PASSWORD}"}}',
    )
    page.goto(f"{server.url}/account")
    expect(page.get_by_role("button", name="Log out", exact=True)).to_be_visible()


def test_a_name_is_text_whatever_it_says(server: Server, visit: Visit) -> None:
    page = visit()
    asked: list[str] = []
    page.on("dialog", lambda dialog: (asked.append(dialog.message), dialog.dismiss()))
    page.goto(server.url)
    opponent = {"kind": "hot_seat", "name": SCRIPT}
    match, _ = page.evaluate(CREATE, {"game": "hnefatafl", "opponent": opponent})
    for path in (f"/match/{match}", "/history", "/"):
        page.goto(server.url + path)
        expect(page.get_by_text(SCRIPT).first).to_be_visible()
    assert page.locator("img[src=x]").count() == 0
    assert asked == []


@pytest.mark.parametrize(("path", "kind"), [("/login", "current-password"), ("/register", "new-password")])
def test_a_password_is_hidden_and_may_be_pasted_or_filled_in(
    server: Server, visit: Visit, path: str, kind: str
) -> None:
    page = visit(permissions=["clipboard-read", "clipboard-write"])
    page.goto(server.url + path)
    field = page.locator("input[type=password]")
    expect(field).to_have_attribute("autocomplete", kind)
    expect(page.locator("input[autocomplete^=username]")).to_be_visible()
    page.evaluate("(text) => navigator.clipboard.writeText(text)", PASSWORD)
    field.focus()
    page.keyboard.press("ControlOrMeta+v")
    expect(field).to_have_value(PASSWORD)


def test_who_logs_out_leaves_nothing_behind(server: Server, visit: Visit) -> None:
    page = visit()
    enter(page, server, "Leaver")
    page.evaluate("() => localStorage.setItem('quincunx-secret-abc', 'sesame')")
    page.get_by_role("button", name="Log out", exact=True).click()
    expect(page.get_by_role("button", name="Log out", exact=True)).to_have_count(0)
    left = page.evaluate(LEFT)
    assert left["cookies"] == ""  # scripts cannot read the session cookie
    assert not [key for key in left["stored"] if "secret" in key]
    personal = ("/api/account", "/api/session", "/api/matches", "/api/players")
    assert not [path for path in left["cached"] if path.startswith(personal)]
    page.go_back()
    expect(page.get_by_text("Leaver")).to_have_count(0)


def test_two_clicks_from_any_page_log_out(server: Server, visit: Visit) -> None:
    page = visit()
    enter(page, server, "Goer")
    for path in ("/settings", "/watch", "/rules", "/history", "/"):
        page.goto(server.url + path)
        expect(page.locator("a[href='/account']:visible").first).to_be_visible()
    page.locator("a[href='/account']:visible").first.click()
    page.get_by_role("button", name="Log out", exact=True).click()
    expect(page.get_by_role("button", name="Log out", exact=True)).to_have_count(0)


@pytest.mark.parametrize("next", ["https://elsewhere.example/", "//elsewhere.example/", "/\\elsewhere.example"])
def test_logging_in_leads_nowhere_else(server: Server, visit: Visit, next: str) -> None:
    name = f"Comer{sum(map(ord, next))}"
    server.member(name, PASSWORD).close()
    page = visit()
    page.goto(f"{server.url}/login?next={next}")
    page.locator("input[autocomplete^=username]").fill(name)
    page.locator("input[type=password]").fill(PASSWORD)
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{server.url}/")
