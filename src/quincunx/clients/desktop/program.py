"""The program: one server and its windows, until the last one is closed or a signal stops it."""

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
from quincunx.clients.language import t

How = Literal["window", "browser", "none"]
ENDS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
OPENED = "opened"  # the answer if another window was opened; otherwise the address


def run(how: How, port: int | None) -> None:
    """Run until the last window is closed or a signal arrives; both are a normal end."""
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
    """Run as the user's only instance."""
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
    """Handle the answer of an instance that already runs: it has opened a window, or answers with its address."""
    if answer == OPENED:
        say(t("desktop.running.window"))
        return
    say(t("desktop.running.address", url=answer))
    windows = WindowBackends(folder, answer)
    with ExitStack() as ending:
        ending.callback(windows.close)
        _show(windows, answer, how)


def _show(windows: WindowBackends, url: str, how: How) -> bool:
    """Show the page in the requested way or a fallback; return whether it was shown in a window that is closed now."""
    if how == "none":
        return False
    if how == "window":
        why = trouble(os.environ)
        if why:
            say(t("desktop.none.window", reason=why))
            return False
        if windows.show():
            return True
    if not browse(url):
        say(t("desktop.none.browser"))
    return False
