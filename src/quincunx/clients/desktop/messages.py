"""Messages that the program prints for the user who started it."""

from __future__ import annotations

import getpass
import socket
from urllib.parse import urlsplit

from quincunx.clients.language import t


def say(line: str) -> None:
    """Print a line immediately."""
    print(line, flush=True)


def say_address(url: str) -> None:
    """Print the address, for users who open it themselves."""
    say(t("desktop.address.runs", url=url))


def say_how_to_reach(url: str) -> None:
    """Print how to reach a loopback address."""
    port = urlsplit(url).port
    say(t("desktop.address.open"))
    say(f"  ssh -L {port}:127.0.0.1:{port} {_user()}@{socket.gethostname()}")


def _user() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # a user without a name, as in some containers
        return "user"
