"""Names the extra to install when a package is missing: `pip install quincunx` alone has no database and no screens."""

from __future__ import annotations

import sys
from pathlib import Path

from quincunx.clients.language import t
from quincunx.games.extra_packages import EXTRA_PACKAGES

OF_COMMANDS: dict[str | None, str] = {
    "serve": "server",
    "workers": "server",
    "window": "server",
    None: "server",
}
OF_PACKAGES = {
    "httpx": "client",
    "websockets": "client",
    "psycopg": "postgres",
    "opentelemetry": "tracing",
    "redis": "cluster",
    "alembic": "local",
    "pwdlib": "local",
    "sqlalchemy": "local",
    "zxcvbn": "local",
    "rich": "terminal",
    "textual": "terminal",
    "cryptography": "server",
    "litestar": "server",
    "markdown_it": "server",
    "prometheus_client": "server",
    "segno": "server",
    "uvicorn": "server",
    "uvloop": "server",
    "webauthn": "server",
    "numpy": "train",
    "torch": "train",
    "pettingzoo": "research",
    "pygame": "research",
    "pyspiel": "openspiel",
    "PySide6": "desktop",
    **EXTRA_PACKAGES,
}
INCLUDED = {  # extras that an extra includes
    "terminal": ("client", "local"),
    "server": ("local",),
    "cluster": ("server", "postgres"),
    "tracing": ("server",),
    "openspiel": ("research",),
    "desktop": ("server",),
}
FOR_SETTINGS = ("postgres", "cluster", "tracing")  # needed because of a setting, not because of the command


def missing(error: ModuleNotFoundError, command: str | None) -> str:
    """A message that says what to install for a command that raised this error; re-raises it if no extra would help."""
    package = (error.name or "").split(".")[0]
    if package not in OF_PACKAGES:
        raise error
    extra = OF_PACKAGES[package]
    if extra not in FOR_SETTINGS:
        extra = OF_COMMANDS.get(command, extra)
    return t("commands.program.missing", package=package, command=how_to_install(extra))


def how_to_install(extra: str) -> str:
    """The command that installs an extra; pipx keeps the program in an environment of its own."""
    pip = "pipx runpip quincunx" if "pipx" in Path(sys.prefix).parts else "pip"
    return f"{pip} install 'quincunx[{extra}]'"
