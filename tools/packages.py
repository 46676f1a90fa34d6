"""Debian packages that the tests need: installed if possible, otherwise listed."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from machine import say
from webclient import has_node

POSTGRESQL = Path("/usr/lib/postgresql")  # where Debian installs its servers, one folder per version
STOCKFISH = Path("/usr/games/stockfish")  # Debian's location, which is not on every PATH
FAKETIME = Path("/usr/lib")  # Debian's libraries, one folder per architecture
HEADLESS = "chromium-headless-shell"
QT_LIBRARIES = ("libxcb-cursor.so.0", "libxcb-icccm.so.4", "libxcb-keysyms.so.1", "libxkbcommon-x11.so.0")


class Need(NamedTuple):
    """Something that some of the tests need."""

    part: str
    packages: str
    is_there: Callable[[], bool]


def _has_services() -> bool:
    """Whether Redis, HAProxy and libfaketime are installed."""
    places = f"{os.environ.get('PATH', '')}:/usr/sbin"  # HAProxy is not on every PATH
    programs = all(shutil.which(name, path=places) for name in ("redis-server", "haproxy"))
    return programs and any(FAKETIME.glob("*/faketime/libfaketime.so.1"))


def _has_proxies() -> bool:
    """Whether Caddy and nginx are installed."""
    places = f"{os.environ.get('PATH', '')}:/usr/sbin"  # where Debian puts nginx
    return all(shutil.which(name, path=places) for name in ("caddy", "nginx"))


NEEDS = (
    Need("the tests on PostgreSQL", "postgresql", lambda: any(POSTGRESQL.glob("*/bin/initdb"))),
    Need("the tests with several server processes", "redis-server haproxy libfaketime", _has_services),
    Need("the tests of shell completion", "zsh fish groff", lambda: all(map(shutil.which, ("zsh", "fish", "groff")))),
    Need("the tests of proxies", "caddy nginx-light", _has_proxies),
    Need("the tests of the units", "systemd", lambda: bool(shutil.which("systemd-analyze"))),
    Need("the check of the Compose file", "docker-compose", lambda: bool(shutil.which("docker-compose"))),
    Need("the check of Prometheus's files", "prometheus", lambda: bool(shutil.which("promtool"))),
    Need("the container image", "buildah mmdebstrap", lambda: all(map(shutil.which, ("buildah", "mmdebstrap")))),
    Need("the tests in a browser", "chromium", lambda: bool(shutil.which("chromium"))),
    Need("a faster browser for the tests", HEADLESS, lambda: bool(shutil.which(HEADLESS))),
    Need("the tests of the program window", "xvfb xdotool", lambda: all(map(shutil.which, ("Xvfb", "xdotool")))),
    Need(
        "the tests of the native window",
        "libxcb-cursor0 libxcb-icccm4 libxcb-keysyms1 libxkbcommon-x11-0",
        lambda: all(map(_loads, QT_LIBRARIES)),
    ),
    Need("the tests in a real terminal", "tmux", lambda: bool(shutil.which("tmux"))),
    Need("the games against Stockfish", "stockfish", lambda: bool(shutil.which("stockfish")) or STOCKFISH.exists()),
    Need("the browser client", "nodejs npm", has_node),
)


def install_packages() -> None:
    """Install the missing packages, if this user may; otherwise print which tests will be skipped."""
    missing = [need for need in NEEDS if not need.is_there()]
    if missing and shutil.which("apt-get") and os.access("/var/lib/dpkg", os.W_OK):
        names = [name for need in missing for name in need.packages.split()]
        say(f"installing for the tests: {' '.join(names)}")
        quietly = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
        subprocess.call(["apt-get", "update", "-qq"], env=quietly)  # a new machine has no package lists yet
        subprocess.call(["apt-get", "install", "-yqq", "--no-install-recommends", *names], env=quietly)
    for need in missing:
        if not need.is_there():
            say(f"skipping {need.part}: not on this machine (Debian: apt install {need.packages})")


def _loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True
