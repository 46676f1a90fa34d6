"""A browser window without toolbars: `python -m quincunx.clients.desktop.chromium URL PROFILE`."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from quincunx.clients.desktop.window_process import HEIGHT, WIDTH, attend, give_up, is_root, leave, say_shown
from quincunx.clients.language import of_environment, t, use

NAMES = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
    "microsoft-edge-stable",
    "msedge",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe",
)
INSTALL = "apt install chromium"
QUIET = ("--no-first-run", "--no-default-browser-check", "--disable-sync", "--disable-background-networking")


def main(url: str, profile: str) -> None:
    """Show the page until the last window of the browser, which has its own profile, is closed."""
    browser = installed()
    if browser is None:
        give_up(t("desktop.reason.no_chromium", command=INSTALL))
    command = [browser, f"--app={url}", f"--user-data-dir={profile}", f"--window-size={WIDTH},{HEIGHT}", *QUIET]
    command += ["--no-sandbox"] if is_root() else []
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=sys.stderr)
    say_shown()
    attend(lambda: _hand_over(command), process.terminate)
    code = process.wait()
    if code > 0:  # below 0 it was ended by a signal
        give_up(t("desktop.reason.ended", program=Path(browser).name, code=code))
    leave()


def installed() -> str | None:
    """The first of these browsers that is installed, or None."""
    return next((found for name in NAMES if (found := shutil.which(name))), None)


def _hand_over(command: list[str]) -> None:
    """Start the browser again with the same profile: it asks the running one to open a window, and exits."""
    subprocess.run(command, stdin=subprocess.DEVNULL, stdout=sys.stderr)


if __name__ == "__main__":
    use(of_environment())
    main(*sys.argv[1:])
