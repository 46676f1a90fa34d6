"""Accessibility of every page: axe finds nothing serious in either theme, and a phone can be played on by touch."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from browser.conftest import Visit
from browser.seats import Seat, create
from servers import Server

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
PAGES = (
    "/",
    "/new/bot",
    "/new/friend",
    "/new/online",
    "/login",
    "/register",
    "/forgot",
    "/reset#ticket",
    "/confirm#ticket",
    "/account",
    "/history",
    "/leaders",
    "/watch",
    "/settings",
    "/analysis?game=battlefield",
    "/balance",
    "/rules/hnefatafl",
    "/learn",
    "/learn/battlefield?step=counter",
    "/content/battlefield/white",
    "/player/Tester",
    "/nowhere",
)


def serious(page: Page) -> list[tuple[str, str]]:
    """Problems found by axe that would exclude somebody."""
    page.add_script_tag(path=str(AXE))
    found: list[dict[str, Any]] = page.evaluate("async () => (await axe.run()).violations")
    return [
        (fault["id"], fault["nodes"][0]["html"][:200]) for fault in found if fault["impact"] in ("serious", "critical")
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_page_keeps_anybody_out(server: Server, visit: Visit, scheme: str) -> None:
    page = visit(color_scheme=scheme, bypass_csp=True, reduced_motion="reduce")
    page.goto(server.url)
    page.request.post(
        f"{server.url}/api/register", data={"name": f"Tester{scheme}", "password": "correct horse battery"}
    )
    faults = {}
    for path in PAGES:
        page.goto(server.url + path.replace("Tester", f"Tester{scheme}"))
        page.wait_for_load_state("networkidle")
        if found := serious(page):
            faults[path] = found
    assert faults == {}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_match_keeps_nobody_out(server: Server, visit: Visit, scheme: str) -> None:
    page = visit(color_scheme=scheme, bypass_csp=True, reduced_motion="reduce")
    page.goto(server.url)
    id, _ = create(page, "battlefield", {"kind": "bot", "level": 1})
    page.goto(f"{server.url}/match/{id}")
    seat = Seat(page)
    seat.wait("mine")
    seat.page.mouse.click(*seat.look()["ready"][0])
    assert serious(page) == []
    page.goto(f"{server.url}/review/{id}")
    page.wait_for_load_state("networkidle")
    assert serious(page) == []


def test_a_phone_by_touch(server: Server, visit: Visit) -> None:
    page = visit(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page.goto(server.url)
    id, _ = create(page, "checkers", {"kind": "bot", "level": 1})
    page.goto(f"{server.url}/match/{id}")
    seat = Seat(page)
    seat.wait("mine")
    ready = seat.squares("[role=gridcell].ready")
    seat.square(ready[0]).tap()
    seat.square(seat.targets()[0]).tap()
    seat.wait_for_ply(1)
    box = page.locator(".board").bounding_box()
    assert box is not None
    assert box["width"] >= 370  # as large as the screen allows
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
