"""Checks of the program itself: its version, its build and its extras."""

from __future__ import annotations

import platform
import sys
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

from quincunx.clients.language import t
from quincunx.clients.terminal.doctor.finding import Finding
from quincunx.clients.terminal.extras import INCLUDED, OF_PACKAGES, how_to_install
from quincunx.games import compiled

COMPILE = "pip install --force-reinstall --no-deps --no-binary quincunx quincunx"
ONLY_ELSEWHERE = {"win32": ("uvloop",)}  # packages that an extra does not install on a system


def version() -> Finding:
    """The version of the program and of what it runs on."""
    parts = (f"Quincunx {metadata.version('quincunx')}", f"Python {platform.python_version()}")
    machine = f"{sys.platform} {platform.machine()}"
    return Finding("works", ", ".join((*parts, machine, str(Path(__file__).parents[3]))))


def build() -> Finding:
    """Whether the engine is compiled."""
    if compiled:
        return Finding("works", t("commands.doctor.compiled"))
    return Finding("missing", t("commands.doctor.uncompiled"), t("commands.doctor.compile", command=COMPILE))


def extra(name: str) -> Finding:
    """Whether the packages of an extra are installed."""
    absent = sorted(package for package in packages(name) if find_spec(package) is None)
    if not absent:
        return Finding("works", t("commands.doctor.installed"))
    return Finding("missing", t("commands.doctor.not_installed", packages=", ".join(absent)), how_to_install(name))


def packages(name: str) -> set[str]:
    """The packages of an extra and of the extras that it includes."""
    own = {package for package, extra in OF_PACKAGES.items() if extra == name}
    return own.union(*map(packages, INCLUDED.get(name, ()))) - set(ONLY_ELSEWHERE.get(sys.platform, ()))
