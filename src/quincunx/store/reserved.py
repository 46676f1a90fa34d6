"""Reserved names, which others could mistake for somebody who runs the server, or for a bot."""

from __future__ import annotations

import re

# also reserved as part of a name, as in admin-ann
STAFF = (
    *("admin", "administrator", "administration", "sysadmin", "webmaster", "hostmaster", "postmaster"),
    *("moderator", "moderation", "mod", "staff", "support", "official", "quincunx"),
)
OTHERS = (
    *("root", "system", "server", "operator", "owner", "team", "help", "helpdesk", "security", "abuse"),
    *("bot", "bots", "robot", "computer", "engine", "level", "stufe", "random"),
    *("guest", "gast", "deleted", "nobody", "anonymous", "everyone", "null", "none", "undefined", "you", "friend"),
)
BEGINNINGS = ("admin", "moderator", "quincunx")  # as in adminann

_ALIKE = str.maketrans({"0": "o", "1": "i", "l": "i", "3": "e", "4": "a", "5": "s", "7": "t", "8": "b"})


def _skeleton(text: str) -> str:
    """The text, with similar-looking letters and digits replaced by the same one."""
    return text.replace("rn", "m").replace("vv", "w").translate(_ALIKE)


_PARTS = frozenset(map(_skeleton, STAFF))
_WHOLES = _PARTS | frozenset(map(_skeleton, OTHERS))
_BEGINNINGS = tuple(map(_skeleton, BEGINNINGS))


def is_reserved(name: str) -> bool:
    """Whether the name or a part of it looks like a reserved one."""
    parts = [part for part in re.split(r"[_-]+", name.casefold()) if part]
    whole = _forms("".join(parts))
    begins = any(form.startswith(_BEGINNINGS) for form in whole)
    return begins or bool(whole & _WHOLES) or any(_forms(part) & _PARTS for part in parts)


def _forms(text: str) -> set[str]:
    """The skeletons of the text, with and without trailing digits."""
    return {_skeleton(text), _skeleton(text.rstrip("0123456789"))}
