"""Virtual screens (Xvfb), with clicks by xdotool."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from servers import DEADLINE

NEEDED = ("Xvfb", "xdotool")
GONE = "BadWindow"  # a search asks one window after another, and one of them may close meanwhile


class ClientMessage(ctypes.Structure):
    """XClientMessageEvent, padded to the size of XEvent."""

    _fields_ = [
        ("type", ctypes.c_int),
        ("serial", ctypes.c_ulong),
        ("send_event", ctypes.c_int),
        ("display", ctypes.c_void_p),
        ("window", ctypes.c_ulong),
        ("message_type", ctypes.c_ulong),
        ("format", ctypes.c_int),
        ("data", ctypes.c_long * 5),
        ("rest", ctypes.c_long * 24),
    ]


class Screen:
    """A display; its windows are identified by number."""

    def __init__(self, display: str) -> None:
        self.display = display

    def xdotool(self, *words: str) -> str:
        done = self._xdotool(*words)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def window(self, name: str) -> str:
        """Waits for a visible window with this name."""
        return self.windows(name, 1)[0]

    def windows(self, name: str, count: int) -> list[str]:
        """Waits until there are that many visible windows with this name."""
        until, found = time.monotonic() + DEADLINE, list[str]()
        while len(found) < count:
            done = self._xdotool("search", "--sync", "--onlyvisible", "--name", name)
            assert done.returncode == 0 or GONE in done.stderr, done.stderr
            assert time.monotonic() < until, found
            found = done.stdout.split()
        return found

    def _xdotool(self, *words: str) -> subprocess.CompletedProcess[str]:
        environment = os.environ | {"DISPLAY": self.display}
        return subprocess.run(["xdotool", *words], env=environment, capture_output=True, text=True, timeout=DEADLINE)

    def move(self, window: str, x: int, y: int) -> None:
        """Move the mouse to a point in the window, by way of the neighbouring pixel: it may be there already."""
        self.xdotool(*(f"mousemove --window {window} {x + 1} {y} mousemove --window {window} {x} {y}".split()))

    def click(self, window: str, x: int, y: int) -> None:
        self.move(window, x, y)
        self.xdotool("click", "1")

    def close(self, window: str) -> None:
        """Close a window as a window manager does on a click: with a message, which xdotool cannot send."""
        x = ctypes.CDLL("libX11.so.6")
        x.XOpenDisplay.restype = ctypes.c_void_p
        x.XInternAtom.restype = ctypes.c_ulong
        display = ctypes.c_void_p(x.XOpenDisplay(self.display.encode()))
        atoms = [x.XInternAtom(display, name, False) for name in (b"WM_PROTOCOLS", b"WM_DELETE_WINDOW")]
        message = ClientMessage(type=33, send_event=1, window=int(window), message_type=atoms[0], format=32)
        message.data[0] = atoms[1]
        assert x.XSendEvent(display, ctypes.c_ulong(int(window)), False, 0, ctypes.byref(message))
        x.XCloseDisplay(display)

    def size(self, window: str) -> tuple[int, int]:
        lines = dict(line.split("=") for line in self.xdotool("getwindowgeometry", "--shell", window).splitlines())
        return int(lines["WIDTH"]), int(lines["HEIGHT"])


@contextmanager
def virtual_screen() -> Iterator[Screen]:
    """A screen on a free display number: the X server chooses it and reports it."""
    missing = [name for name in NEEDED if shutil.which(name) is None]
    if missing:
        pytest.skip(f"no {' and no '.join(missing)} on this machine (Debian: xvfb xdotool)")
    reading, writing = os.pipe()
    process = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1600x1000x24", "-nolisten", "tcp"],
        pass_fds=[writing],
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    try:
        with os.fdopen(reading) as told:
            yield Screen(f":{int(told.readline())}")
    finally:
        process.terminate()
        process.wait(DEADLINE)
