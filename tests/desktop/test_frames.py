"""The processes that show a window: the native one, and a browser's without toolbars."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from desktop.pages import Page, served
from desktop.programs import surroundings
from desktop.screens import Screen
from servers import DEADLINE

Show = Callable[[str], "Frame"]
frames = pytest.mark.parametrize(("module", "title"), [("qt_process", "Quincunx"), ("chromium", "a page")])


@pytest.fixture
def page() -> Iterator[Page]:
    with served() as page:
        yield page


class Frame:
    """A window's process, as soon as its window is there."""

    def __init__(self, module: str, page: Page, home: Path, screen: Screen) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", f"quincunx.clients.desktop.{module}", page.url, str(home / "profile")],
            env=surroundings(home, screen.display),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.input, self.output = self.process.stdin, self.process.stdout
        assert self.output.readline() == "shown\n"

    def ended(self) -> str:
        """Waits for the process to end; returns its last output."""
        assert self.process.wait(DEADLINE) == 0
        return self.output.read()


@pytest.fixture
def show(page: Page, tmp_path: Path, screen: Screen) -> Iterator[Show]:
    """Shows the page in a window of this kind; all windows are closed at the end."""
    shown: list[Frame] = []

    def show(module: str) -> Frame:
        shown.append(Frame(module, page, tmp_path, screen))
        return shown[-1]

    yield show
    for frame in shown:
        frame.process.kill()
        frame.process.wait(DEADLINE)
        frame.input.close()
        frame.output.close()


def click_reaches(page: Page, screen: Screen, window: str) -> bool:
    """Whether the page receives a click by now: a browser drops clicks that come before anything is drawn."""
    screen.click(window, 600, 400)
    return page.told(0.5)[0] == "clicked"


@frames
def test_a_click_reaches_the_page_and_closing_the_window_ends_the_process(
    module: str, title: str, page: Page, show: Show, screen: Screen
) -> None:
    frame = show(module)
    assert page.told()[0] == "new"
    window = screen.window(title)
    assert any(click_reaches(page, screen, window) for _ in range(2 * DEADLINE))
    screen.close(window)
    assert frame.ended() == "closed\n"


@frames
def test_what_the_page_keeps_and_who_one_is_are_there_the_next_time(
    module: str, title: str, page: Page, show: Show, screen: Screen
) -> None:
    for seen in ("new", "again"):
        frame = show(module)
        assert page.told() == (seen, "taste=vanilla")
        screen.close(screen.window(title))
        assert frame.ended() == "closed\n"


@frames
def test_another_window_shares_what_the_page_keeps(
    module: str, title: str, page: Page, show: Show, screen: Screen
) -> None:
    frame = show(module)
    assert page.told() == ("new", "taste=vanilla")
    frame.input.write("another\n")
    frame.input.flush()
    assert page.told() == ("again", "taste=vanilla")


@frames
def test_when_the_program_is_gone_so_is_the_window(module: str, title: str, page: Page, show: Show) -> None:
    frame = show(module)
    page.told()
    frame.input.close()
    assert frame.ended() == "closed\n"
