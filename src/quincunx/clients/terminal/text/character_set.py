"""Replaces characters that a terminal cannot show with ASCII."""

from __future__ import annotations

import codecs
import io
import sys

NEAREST = "nearest"  # the name of the codec error handler
_ALIKE = (
    ("▸▶", ">"),
    ("■●◆▄▀█", "#"),
    ("□", "-"),
    ("•", "*"),
    ("◎×", "x"),
    ("…·", "."),
    ("–—─╌▔▁−", "-"),
    ("━", "="),
    ("◂", "<"),
    ("│┃▎▊║", "|"),
    ("┏┓┗┛┌┐└┘├┤┬┴┼┠┨╇╈╔╗╚╝╟╢", "+"),
    ("═", "="),
    ("±", "~"),
    ("²", "2"),
    ("„“”", '"'),
    *zip("äöüÄÖÜß", "aouAOUs", strict=True),
)
_SPELT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss"})
_PLAIN = {ord(sign): plain for signs, plain in _ALIKE for sign in signs}


def settle(*, ascii: bool) -> None:
    """From now on, print characters that the terminal lacks, or all non-ASCII ones, as the nearest ASCII characters."""
    codecs.register_error(NEAREST, _nearest)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="ascii" if ascii else None, errors=NEAREST)


def has_signs() -> bool:
    """Whether the screen may be drawn with non-ASCII characters."""
    return "utf" in sys.stdout.encoding.lower()


def ascii_text(text: str) -> str:
    """Replace each non-ASCII character of the text."""
    return text if text.isascii() else text.translate(_PLAIN).encode("ascii", "replace").decode("ascii")


def _nearest(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return ascii_text(error.object[error.start : error.end].translate(_SPELT)), error.end
