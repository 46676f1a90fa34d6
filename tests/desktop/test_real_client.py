"""The built client in the native window: a match begins and a move is made, by clicks at positions found in a browser.

The window's initial size is that of the full board, so the squares are those of a board as high as the window: with
another size, the clicks would miss them.
"""

from __future__ import annotations

import re
import shutil
import sqlite3
import subprocess
import sys
import time
from importlib import resources
from pathlib import Path

import pytest

from desktop.conftest import Start
from desktop.screens import Screen
from servers import running

BUILT = resources.files("quincunx.server") / "site" / "index.html"
pytestmark = [
    pytest.mark.skipif(not BUILT.is_file(), reason="the browser client is not built: make test does that"),
    pytest.mark.skipif(shutil.which("chromium") is None, reason="no Chromium here (Debian: apt install chromium)"),
]

PATIENCE = 2.0  # seconds for the effect of clicks to reach the disk

PLACES = """
import sys
from playwright.sync_api import sync_playwright
with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path=sys.argv[1], args=["--no-sandbox", "--disable-gpu"])
    page = browser.new_page(viewport={"width": 1200, "height": 820}, locale="en-GB")
    page.goto(sys.argv[2] + "/?shape=board")  # as the program opens it: the board fills the window
    def told(place):
        place.wait_for()
        box = place.bounding_box()
        print(int(box["x"] + box["width"] / 2), int(box["y"] + box["height"] / 2))
        place.click()
    friend = page.locator("a[href$='/new/friend']").first
    friend.wait_for()
    box = friend.bounding_box()
    friend.click()
    play = page.get_by_role("button", name="Play").last
    play.wait_for()
    print(*page.evaluate(sys.argv[3], box))
    box = play.bounding_box()
    page.go_back()
    friend.wait_for()
    print(*page.evaluate(sys.argv[3], box))
    page.go_forward()
    play.click()
    board = page.locator(".board")
    board.wait_for()
    assert board.bounding_box()["height"] == 820, board.bounding_box()
    told(page.locator("[data-square=d1]"))
    told(page.locator("[data-square=d4]"))
"""

# Within a button of the previous or next page, but outside of this one's: it may be clicked before that page is drawn.
HARMLESS = """
({x, y, width, height}) => {
  for (let down = 6; down < height - 6; down += 2)
    for (let right = 6; right < width - 6; right += 2) {
      const spot = [Math.round(x + right), Math.round(y + down)]
      if (!document.elementFromPoint(...spot)?.closest('a, button, label, input, [role=radio]')) return spot
    }
}
"""


def places(database: Path) -> list[tuple[int, int]]:
    """Positions of buttons and squares in a browser of the window's size; run in a process, for its event loop."""
    with running(f"sqlite:///{database}") as server:
        chromium = shutil.which("chromium")
        assert chromium is not None
        command = [sys.executable, "-c", PLACES, chromium, server.url, HARMLESS]
        done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return [(int(x), int(y)) for x, y in re.findall(r"(\d+) (\d+)", done.stdout)]


def counted(home: Path, query: str) -> int:
    with sqlite3.connect(home / "quincunx" / "quincunx.db") as database:
        return int(database.execute(query).fetchone()[0])


def test_a_match_and_a_move_by_clicks_in_the_native_window(start: Start, screen: Screen, tmp_path: Path) -> None:
    friend, play, origin, target = places(tmp_path / "places.db")
    program = start(display=screen.display, QUINCUNX_SITE="")
    window = screen.window("^Quincunx$")

    def click_until(query: str, *spots: tuple[int, int]) -> None:
        """Click until it has an effect: early clicks are dropped, and a half-drawn page has other buttons."""
        for _ in range(30):
            for spot in spots:
                screen.click(window, *spot)
                until = time.monotonic() + PATIENCE  # by then the page that the click led to is laid out
                while time.monotonic() < until:
                    if counted(tmp_path, query):
                        return
        raise AssertionError(f"no click has done it: {query}")

    click_until("SELECT count(*) FROM matches", friend, play)
    click_until("SELECT count(*) FROM events WHERE CAST(payload AS TEXT) LIKE '%d1-d4%'", origin, target)
    screen.close(window)
    assert program.ended() == 0
