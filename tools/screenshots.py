"""Pictures of the pages, in three sizes, light and dark, into build/screenshots: `make screenshots`."""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))  # where real servers are started

from servers import running  # noqa: E402

INTO = ROOT / "build" / "screenshots"
PAGES = {"start": "/"}
SIZES = ((1440, 900), (1024, 700), (390, 844))
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


def main() -> None:
    """Take them all."""
    chromium = shutil.which("chromium")
    if chromium is None:
        sys.exit("screenshots: no Chromium here (Debian: apt install chromium)")
    INTO.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        running(f"sqlite:///{folder}/screenshots.db") as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        for name, path in PAGES.items():
            for size in SIZES:
                for scheme in SCHEMES:
                    take(browser, server.url + path, name, size, scheme)
        browser.close()


def take(browser: Browser, url: str, name: str, size: tuple[int, int], scheme: Literal["light", "dark"]) -> None:
    """One picture, by a visitor of its own."""
    width, height = size
    context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme)
    page = context.new_page()
    page.goto(url, wait_until="networkidle")
    page.screenshot(path=INTO / f"{name}-{width}x{height}-{scheme}.png")
    context.close()


if __name__ == "__main__":
    main()
