"""The program: one server, and windows on it, until the last is closed or it is told to stop."""

from __future__ import annotations

import os
import signal
import threading
from contextlib import ExitStack
from pathlib import Path
from typing import Literal

from quincunx.clients.desktop import window_folder
from quincunx.clients.desktop.display import trouble
from quincunx.clients.desktop.embedded_server import EmbeddedServer
from quincunx.clients.desktop.messages import say, say_address, say_how_to_reach
from quincunx.clients.desktop.single_instance import SingleInstance, ask_or_become
from quincunx.clients.desktop.window_backends import WindowBackends, browse

How = Literal["window", "browser", "none"]
ENDS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
OPENED = "opened"  # what the running program answers if it has shown another window; else its address


def run(how: How, port: int | None) -> None:
    """Run until the last window is closed, or a signal says so; both are ends as they should be."""
    for number in ENDS:
        signal.signal(number, _interrupt)
    folder = window_folder.folder()
    try:
        found = ask_or_become(folder, how)
        if isinstance(found, SingleInstance):
            _host(found, folder, how, port)
        else:
            _join(found, folder, how)
    except KeyboardInterrupt:
        pass


def _interrupt(number: int, frame: object) -> None:
    raise KeyboardInterrupt


def _host(instance: SingleInstance, folder: Path, how: How, port: int | None) -> None:
    """Be the one program that there is."""
    with ExitStack() as ending:
        ending.callback(instance.close)
        server = EmbeddedServer(folder, port)
        ending.callback(server.stop)
        windows = WindowBackends(folder, server.url)
        ending.callback(windows.close)

        def answer(wanted: str) -> str:
            opened = wanted == "window" and how == "window" and windows.another()
            return OPENED if opened else "" if windows.are_over else server.url

        instance.attend(answer)
        shown = _show(windows, server.url, how)
        windows.settle()
        if not shown:
            say_address(server.url)
            say_how_to_reach(server.url)
            threading.Event().wait()


def _join(answer: str, folder: Path, how: How) -> None:
    """Another one runs, and has answered with a window of its own or with its address."""
    if answer == OPENED:
        say("Quincunx runs already: here is another window of it.")
        return
    say(f"Quincunx runs already, at {answer}.")
    windows = WindowBackends(folder, answer)
    with ExitStack() as ending:
        ending.callback(windows.close)
        _show(windows, answer, how)


def _show(windows: WindowBackends, url: str, how: How) -> bool:
    """Show the page as it is wanted, or as it can be had; whether the person has seen it and closed it again."""
    if how == "none":
        return False
    if how == "window":
        why = trouble(os.environ)
        if why:
            say(f"No window: {why}.")
            return False
        if windows.show():
            return True
    if not browse(url):
        say("No browser could be opened.")
    return False
