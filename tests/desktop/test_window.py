"""The program window, started as `make play` does; and the fallbacks when it is not available."""

from __future__ import annotations

import contextlib
import fcntl
import os
import re
import signal
import socket
import time
from http.client import HTTPConnection
from pathlib import Path

import pytest

from desktop.conftest import Start
from desktop.programs import Program
from desktop.screens import Screen, virtual_screen
from servers import DEADLINE

TITLE = "^Quincunx$"


def without_qt(folder: Path) -> str:
    """A PYTHONPATH on which PySide6 has no web view."""
    (folder / "PySide6").mkdir()
    (folder / "PySide6" / "__init__.py").touch()
    return os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")])


def port_of(home: Path) -> int:
    return int((home / "quincunx" / "window" / "port").read_text())


def guests(home: Path) -> int:
    """How many guests the page has created."""
    connection = HTTPConnection("127.0.0.1", port_of(home), timeout=DEADLINE)
    connection.request("GET", "/metrics")
    metrics = connection.getresponse().read().decode()
    made = re.search(r'^quincunx_http_requests_total\{.*"/api/guest".*"201".*\} (\d+)', metrics, re.MULTILINE)
    return int(made[1]) if made else 0


def click_counts(home: Path, screen: Screen, window: str) -> bool:
    """Whether the page receives a click by now: a browser drops clicks that come before anything is drawn."""
    screen.click(window, 600, 400)
    return guests(home) > 0


def closed(program: Program, home: Path) -> bool:
    """Whether it has exited successfully, and its server too."""
    assert program.ended() == 0, program.said
    socket.create_server(("127.0.0.1", port_of(home))).close()
    return not [line for line in program.said if "Traceback" in line]


def test_a_window_opens_and_takes_clicks_and_when_it_is_closed_all_is(
    start: Start, screen: Screen, tmp_path: Path
) -> None:
    program = start(display=screen.display)
    window = screen.window(TITLE)
    assert screen.size(window) == (1200, 820)
    assert any(click_counts(tmp_path, screen, window) for _ in range(100))
    screen.close(window)
    assert closed(program, tmp_path)
    assert program.said == []


def test_a_second_start_opens_another_window_of_the_first(start: Start, screen: Screen, tmp_path: Path) -> None:
    first = start(display=screen.display)
    window = screen.window(TITLE)
    second = start(display=screen.display)
    assert second.ended() == 0
    assert "already running" in second.said[0]
    windows = screen.windows(TITLE, 2)
    assert window in windows
    for each in windows:
        screen.close(each)
    assert closed(first, tmp_path)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_closes_the_window_and_stops_the_server(
    start: Start, screen: Screen, tmp_path: Path, number: int
) -> None:
    program = start("window", display=screen.display)
    screen.window(TITLE)
    program.process.send_signal(number)
    assert closed(program, tmp_path)


def test_without_qt_it_is_a_browsers_window(start: Start, screen: Screen, tmp_path: Path) -> None:
    program = start("window", display=screen.display, PYTHONPATH=without_qt(tmp_path))
    assert "quincunx[desktop]" in program.line("No program window")
    window = screen.window("^a page$")
    screen.close(window)
    assert closed(program, tmp_path)


def test_without_chromium_it_is_the_persons_browser(start: Start, screen: Screen, tmp_path: Path) -> None:
    told = tmp_path / "told"
    os.mkfifo(told)
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {told}\n')
    browser.chmod(0o755)
    nothing = {"PATH": str(tmp_path / "nowhere"), "PYTHONPATH": without_qt(tmp_path)}
    program = start("window", display=screen.display, BROWSER=str(browser), **nothing)
    assert "chromium" in program.line("No separate browser window")
    assert told.read_text().strip() == f"http://127.0.0.1:{program.port()}"
    assert program.stop(signal.SIGINT) == 0


def test_without_any_browser_it_says_where_it_runs(start: Start, screen: Screen, tmp_path: Path) -> None:
    nothing = {"PATH": str(tmp_path / "nowhere"), "PYTHONPATH": without_qt(tmp_path)}
    program = start("window", display=screen.display, **nothing)
    program.line("No browser could be opened")
    assert program.port() == port_of(tmp_path)
    assert program.stop(signal.SIGTERM) == 0


def server_of(program: Program) -> int:
    """The process id of the program's server."""
    children = Path(f"/proc/{program.process.pid}/task/{program.process.pid}/children").read_text().split()
    return next(int(child) for child in children if b"server_process" in Path(f"/proc/{child}/cmdline").read_bytes())


def wait_until_knocking(home: Path) -> None:
    """Wait until another process holds the lock while it contacts the first one."""
    until = time.monotonic() + DEADLINE
    with (home / "quincunx" / "window" / "lock").open() as file, contextlib.suppress(BlockingIOError):
        while time.monotonic() < until:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            fcntl.flock(file, fcntl.LOCK_UN)


def test_one_that_starts_while_the_first_is_leaving_waits_for_it(start: Start, screen: Screen, tmp_path: Path) -> None:
    first = start(display=screen.display)
    window = screen.window(TITLE)
    server = server_of(first)
    os.kill(server, signal.SIGSTOP)
    screen.close(window)
    second = start(display=screen.display)
    wait_until_knocking(tmp_path)
    os.kill(server, signal.SIGCONT)
    assert first.ended() == 0
    screen.close(screen.window(TITLE))
    assert closed(second, tmp_path)
    assert second.said == []  # it was not sent to a server that is about to stop, nor to another port


def test_when_the_display_goes_so_does_the_program(start: Start, tmp_path: Path) -> None:
    with virtual_screen() as screen:
        program = start(display=screen.display)
        screen.window(TITLE)
    assert closed(program, tmp_path)
