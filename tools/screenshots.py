"""Takes pictures of every page, in four sizes, light and dark, into build/screenshots: `make screenshots [NAME ...]`.

The pages show real games: a member plays some against bots before the pictures are taken. Names select pages.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))  # its modules start real servers and play in browsers

import quincunx  # noqa: E402
from browser.conftest import QUIETLY  # noqa: E402
from browser.seats import Seat, create  # noqa: E402
from servers import running  # noqa: E402

INTO = ROOT / "build" / "screenshots"
SIZES = ((1440, 900), (2560, 1440), (1024, 700), (390, 844))
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
NAME = "Friederike-Longname"
PAGES = {
    "start": "/",
    "new-bot": "/new/bot",
    "new-friend": "/new/friend",
    "new-online": "/new/online",
    "login": "/login",
    "register": "/register",
    "forgot": "/forgot",
    "reset": "/reset#ticket",
    "confirm": "/confirm#ticket",
    "account": "/account",
    "player": f"/player/{NAME}",
    "history": "/history",
    "leaders": "/leaders",
    "balance": "/balance",
    "learn": "/learn",
    "puzzles": "/puzzles",
    "analysis": "/analysis",
    "watch": "/watch",
    "settings": "/settings",
    "nowhere": "/nowhere",
}
FULL = "?shape=board"  # the shape in which the program window opens a page
ACTIONS = 12  # actions played in a game before its picture is taken


def main(names: list[str]) -> None:
    """Take all pictures, or those of the named pages."""
    chromium = shutil.which("chromium")
    if chromium is None:
        sys.exit("screenshots: no Chromium here (on Debian: apt install chromium)")
    INTO.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        running(f"sqlite:///{folder}/screenshots.db", bot_seconds=0.1) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium, args=QUIETLY)
        pages, cookies = furnish(browser, server.url)
        chosen = {name: path for name, path in pages.items() if not names or name in names}
        for count, (name, path) in enumerate(chosen.items(), 1):
            print(f"\r{count}/{len(chosen)} {name:20}", end="", flush=True)
            for size in SIZES:
                for scheme in SCHEMES:
                    take(browser, server.url + path, name, size, scheme, cookies)
        browser.close()
    print(f"\n{INTO}")


def furnish(browser: Browser, url: str) -> tuple[dict[str, str], Any]:
    """Make a member who has played; returns the pages that exist then, and the member's cookies."""
    context = browser.new_context(reduced_motion="reduce", viewport={"width": 1280, "height": 800}, locale="en-GB")
    page = context.new_page()
    page.goto(url)
    page.request.post(f"{url}/api/register", data={"name": NAME, "password": "correct horse"})
    pages = PAGES | dict(played(page, url))
    state = context.storage_state()
    context.close()
    return pages, state


def played(page: Page, url: str) -> Iterator[tuple[str, str]]:
    """Matches under way in every game, one that is over, one that waits for a friend; rules and content."""
    for key, spec in quincunx.games().items():
        id, _ = create(page, key, {"kind": "bot", "level": 3}, clock=spec.usual_clock or {"kind": "none"})
        page.goto(f"{url}/match/{id}")
        seat = Seat(page, seed=7)
        while seat.wait("mine", "over") == "mine" and seat.ply < ACTIONS:
            seat.act()
        yield f"match-{key}", f"/match/{id}"
        yield f"full-{key}", f"/match/{id}{FULL}"
        yield f"rules-{key}", f"/rules/{key}"
        content = [option.name for option in spec.options if option.shipped]
        if content:
            yield f"content-{key}", f"/content/{key}/{content[0]}"
    yield "over", f"/match/{id}"
    Seat(page).play_out()
    yield "replay", f"/match/{id}/replay?ply=20"
    waiting, _ = create(page, key, {"kind": "invite"})
    yield "waiting", f"/match/{waiting}"


def take(
    browser: Browser, url: str, name: str, size: tuple[int, int], scheme: Literal["light", "dark"], state: Any
) -> None:
    """Take one picture; on a board that waits for a click, with a piece picked."""
    width, height = size
    context = browser.new_context(
        viewport={"width": width, "height": height}, color_scheme=scheme, storage_state=state, reduced_motion="reduce"
    )
    page = context.new_page()
    if url.endswith(FULL):
        page.add_init_script("localStorage.removeItem('quincunx')")  # back to the default shape
    page.goto(url, wait_until="networkidle")
    if page.locator("main[data-turn=mine]").count():
        seat = Seat(page)
        ready = seat.look()["ready"]
        page.mouse.click(*ready[len(ready) // 2])
    page.screenshot(path=INTO / f"{name}-{width}x{height}-{scheme}.png")
    context.close()


if __name__ == "__main__":
    main(sys.argv[1:])
