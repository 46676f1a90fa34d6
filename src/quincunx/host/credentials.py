"""The requirements for members' names and passwords, on a server and in the terminal."""

from __future__ import annotations

import re

from quincunx.host.password_strength import weak_password, weakness
from quincunx.play.errors import Refused
from quincunx.protocol.fields import LEAST_PASSWORD, MOST_PASSWORD, NAME
from quincunx.words import phrase


def require_name(name: str) -> None:
    """Raise Refused if the name is not valid for a member."""
    if not re.match(NAME, name):
        raise Refused("invalid", phrase("host.name.wrong"))


def require_length(password: str) -> None:
    """Raise Refused if the password is too short or too long."""
    if not LEAST_PASSWORD <= len(password) <= MOST_PASSWORD:
        raise Refused("invalid", phrase("host.password.length", least=LEAST_PASSWORD, most=MOST_PASSWORD))


def require_strong(password: str, name: str) -> None:
    """Raise Refused, with the reason, if the password is easy to guess. This takes a moment."""
    reason = weakness(password, name)
    if reason:
        raise Refused("weak_password", weak_password(reason))
