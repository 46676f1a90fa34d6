"""What the name and the password of a member must be like, on a server and in the terminal."""

from __future__ import annotations

import re
from typing import Annotated

from msgspec import Meta

from quincunx.host.password_strength import told, weakness
from quincunx.play.errors import Refused

MOST_NAME = 20
LEAST_PASSWORD, MOST_PASSWORD = 8, 256

_NAME = re.compile(r"^[A-Za-z][A-Za-z0-9_-]{2,19}\Z")

Name = Annotated[str, Meta(pattern=_NAME.pattern, max_length=MOST_NAME)]
NewPassword = Annotated[str, Meta(min_length=LEAST_PASSWORD, max_length=MOST_PASSWORD)]


def require_name(name: str) -> None:
    """Refused for what no member can be called."""
    if not _NAME.match(name):
        raise Refused("invalid", "A name has 3 to 20 letters, digits, _ or -, and begins with a letter.")


def require_length(password: str) -> None:
    """Refused for a password that is too short or too long."""
    if not LEAST_PASSWORD <= len(password) <= MOST_PASSWORD:
        raise Refused("invalid", f"A password has {LEAST_PASSWORD} to {MOST_PASSWORD} characters.")


def require_strong(password: str, name: str) -> None:
    """Refused, with the reason, where a password for that name is easy to guess. This takes a moment."""
    reason = weakness(password, name)
    if reason:
        raise Refused("weak_password", told(reason))
