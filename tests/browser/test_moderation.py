"""From a report to a ban, as seen by a player, a moderator and the banned player."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import httpx
import pytest
from playwright.sync_api import Page, expect

from backends.games import keep, played
from browser.conftest import Visit
from browser.test_access import serious
from quincunx.play.seats import Person
from quincunx.store.store import Store, Unit
from servers import Server

T = TypeVar("T")
PASSWORD = "correct horse"


def write(server: Server, work: Callable[[Unit], T]) -> T:
    async def run() -> T:
        store = Store(server.database)
        try:
            return await store.write(work)
        finally:
            await store.close()

    with ThreadPoolExecutor(1) as thread:  # Playwright's loop runs in this thread
        return thread.submit(lambda: asyncio.run(run())).result()


def come(page: Page, server: Server, client: httpx.Client) -> None:
    """Log in the page as that person."""
    cookies = client.cookies.items()
    page.context.add_cookies([{"name": name, "value": value, "url": server.url} for name, value in cookies])


def id_of(client: httpx.Client) -> str:
    return str(client.get("/api/account").json()["id"])


def between(server: Server, one: httpx.Client, other: httpx.Client) -> str:
    """A rated match of two players that the first has won."""
    seats = [Person(id_of(each), each.get("/api/account").json()["name"]) for each in (one, other)]
    log = played("checkers", (seats[0], seats[1]), winner=0, kind="pool", rated=True)
    return write(server, lambda unit: keep(unit, log))[0]


def test_a_report_leads_to_a_ban_and_an_annulled_match(server: Server, visit: Visit) -> None:
    bad, ann, mia = (server.member(name) for name in ("Cheaty", "Annabel", "Miriam"))
    write(server, lambda unit: unit.roles.put(id_of(mia), "moderator"))
    match = between(server, bad, ann)

    page = visit()
    come(page, server, ann)
    page.goto(f"{server.url}/match/{match}")
    page.get_by_role("button", name="Report Cheaty").click()
    sheet = page.get_by_role("dialog", name="Report Cheaty")
    sheet.get_by_label("Cheating").check()
    sheet.get_by_label("What happened?").fill("Played like an engine.")
    sheet.get_by_role("button", name="Send the report").click()
    expect(sheet).to_contain_text("A moderator will look into it")

    desk = visit()
    come(desk, server, mia)
    desk.goto(f"{server.url}/settings")
    desk.get_by_role("button", name="Menu").click()
    desk.get_by_role("link", name="Moderation").click()
    report = desk.get_by_role("listitem").filter(has_text="Played like an engine.")
    expect(report).to_contain_text("Reported by Annabel")
    report.get_by_role("button", name="Annul").click()
    report.get_by_label("Reason").fill("engine use")
    report.get_by_role("button", name="Annul").click()
    expect(desk.get_by_text("Game annulled")).to_be_visible()
    report.get_by_role("link", name="Cheaty").click()
    desk.get_by_role("button", name="Ban").click()
    desk.get_by_role("button", name="Ban").click()
    expect(desk.get_by_role("alert")).to_have_text("Please give a reason.")
    desk.get_by_label("How long").select_option("30 days")
    desk.get_by_label("Reason").fill("engine use in rated games")
    desk.get_by_role("button", name="Ban").click()
    expect(desk.get_by_text("Banned until")).to_contain_text("engine use in rated games")
    expect(desk.get_by_role("button", name="Lift the ban")).to_be_visible()

    door = visit(expected="Failed to load resource: the server responded with a status of 403 (Forbidden)")
    door.goto(f"{server.url}/login")
    door.get_by_label("Name").fill("Cheaty")
    door.get_by_label("Password", exact=True).fill(PASSWORD)
    door.get_by_role("button", name="Log in").click()
    expect(door.get_by_role("alert")).to_contain_text("banned until")
    expect(door.get_by_role("alert")).to_contain_text("engine use in rated games")

    page.goto(f"{server.url}/match/{match}")
    expect(page.get_by_text("A moderator annulled this game.")).to_be_visible()
    page.goto(f"{server.url}/history")
    expect(page.get_by_role("listitem").filter(has_text="Cheaty")).to_contain_text("Annulled")


@pytest.mark.parametrize(("width", "language", "scheme"), [(1280, "en-GB", "light"), (390, "de", "dark")])
def test_moderators_pages_keep_nobody_out_and_fit(
    server: Server, visit: Visit, width: int, language: str, scheme: str
) -> None:
    admin, bob = server.member(f"Adele{width}"), server.member(f"Bob{width}")
    write(server, lambda unit: unit.roles.put(id_of(admin), "admin"))
    between(server, bob, admin)
    text = "x" * 300
    assert admin.post("/api/reports", json={"kind": "other", "text": text, "name": f"Bob{width}"}).status_code == 204
    page = visit(
        viewport={"width": width, "height": 800},
        locale=language,
        color_scheme=scheme,
        bypass_csp=True,
        reduced_motion="reduce",
    )
    come(page, server, admin)
    for path in ("/moderation", f"/moderation/account/{id_of(bob)}"):
        page.goto(server.url + path)
        expect(page.get_by_text(text).first).to_be_visible()
        assert serious(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.goto(f"{server.url}/player/Bob{width}")
    page.get_by_role("button", name=f"Bob{width}").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert serious(page) == []


def test_others_are_told_that_the_page_is_not_for_them(server: Server, visit: Visit) -> None:
    page = visit()
    page.goto(f"{server.url}/moderation")
    expect(page.get_by_text("This page is for moderators")).to_be_visible()
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("link", name="Moderation")).to_have_count(0)
