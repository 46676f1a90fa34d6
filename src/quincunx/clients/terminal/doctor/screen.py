"""Checks of what the games are shown on: the terminal, and the program window."""

from __future__ import annotations

import os
import shutil
import sys
import webbrowser

from quincunx.clients.desktop import chromium, display, qt_libraries
from quincunx.clients.language import say, t
from quincunx.clients.terminal.doctor.finding import Finding
from quincunx.clients.terminal.input.full_screen import can_draw
from quincunx.clients.terminal.text.character_set import has_signs

LEAST = (80, 24)  # columns and rows, without which the board scrolls


def terminal() -> Finding:
    """Whether this terminal can show the games in full-screen mode, and how well."""
    kind = os.environ.get("TERM", "")
    if not can_draw():
        return Finding("missing", t("commands.doctor.only_lines", kind=kind), t("commands.doctor.use_terminal"))
    size = shutil.get_terminal_size()
    shown = [kind, f"{size.columns}×{size.lines}", sys.stdout.encoding.upper(), _colours(kind)]
    if size.columns < LEAST[0] or size.lines < LEAST[1]:
        shown.append(t("commands.doctor.small", columns=LEAST[0], rows=LEAST[1]))
    if not has_signs():
        shown.append(t("commands.doctor.ascii"))
    return Finding("works", ", ".join(filter(None, shown)))


def _colours(kind: str) -> str:
    if os.environ.get("NO_COLOR"):
        return t("commands.doctor.no_colours")
    if os.environ.get("COLORTERM") in ("truecolor", "24bit"):
        return t("commands.doctor.true_colours")
    return t("commands.doctor.colours", count=256 if "256" in kind else 16)


def page() -> Finding:
    """Whether the browser client is installed."""
    from quincunx.clients.terminal.commands.window import has_page

    if has_page():
        return Finding("works", t("commands.doctor.installed"))
    return Finding("missing", t("commands.doctor.no_page"), "make play")


def display_here() -> Finding:
    """Whether there is a display for a window."""
    trouble = display.trouble(os.environ)
    return Finding("missing", say(trouble)) if trouble else Finding("works", t("commands.doctor.answers"))


def desktop() -> Finding:
    """Whether Qt can be loaded."""
    trouble = qt_libraries.trouble()
    return Finding("missing", say(trouble)) if trouble else Finding("works", t("commands.doctor.installed"))


def browser() -> Finding:
    """Whether there is a browser: Chromium's kind has a window without toolbars, any other shows the page too."""
    found = chromium.installed()
    if found is not None:
        return Finding("works", found)
    try:
        return Finding("works", webbrowser.get().name)
    except webbrowser.Error:
        return Finding("missing", t("desktop.reason.no_chromium", command=chromium.INSTALL))


def window() -> Finding:
    """Whether `quincunx` can show its window, or what it lacks first."""
    for needed in (page(), display_here()):
        if needed.verdict != "works":
            return needed
    qt = desktop()
    if qt.verdict == "works":
        return Finding("works", "Qt")
    other = browser()
    return other if other.verdict == "works" else qt
