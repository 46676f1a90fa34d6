"""Finds passwords that are easy to guess, and explains why in our own words."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from typing import Any

from quincunx.words import Text, phrase

LEAST_SCORE = 3  # of zxcvbn's 0 to 4: guessing takes at least a hundred million tries
LOOKED_AT = 48  # characters: the time grows with their square
ALIKE = str.maketrans("{[<|", "(((1")  # signs that zxcvbn reads as the same letter: it tries every combination of them
OURS = ("quincunx", "password", "passwort")  # what an attacker would try first on this server

COMMON = phrase("host.password.common")
NAMED = phrase("host.password.named")
SINGLE = phrase("host.password.single")
ROW = phrase("host.password.row")
REPEATED = phrase("host.password.repeated")
IN_ORDER = phrase("host.password.in_order")
DATED = phrase("host.password.dated")
SHORT = phrase("host.password.short")

_one = threading.Lock()  # zxcvbn keeps the words of its caller in a global dictionary

PATTERNS = {
    "spatial": ROW,
    "repeat": REPEATED,
    "sequence": IN_ORDER,
    "regex": DATED,
    "date": DATED,
    "bruteforce": SHORT,
}


def weakness(password: str, name: str) -> Text:
    """What makes a password easy to guess, as part of a sentence; empty if it is strong."""
    from zxcvbn import zxcvbn  # its lists of words take a moment to load

    with _one:
        found = zxcvbn(password[:LOOKED_AT].translate(ALIKE), user_inputs=[name, *OURS])
    if found["score"] >= LEAST_SCORE:
        return ""
    return _reason(found["sequence"])


def weak_password(reason: Text) -> Text:
    """The whole sentence for a reason."""
    return phrase("host.password.weak", reason=reason)


def _reason(parts: Sequence[Mapping[str, Any]]) -> Text:
    """The reason, judged by the longest part of the password."""
    main = max(parts, key=lambda part: len(part["token"]))
    if main["pattern"] != "dictionary":
        return PATTERNS.get(main["pattern"], SHORT)
    if main["dictionary_name"] == "user_inputs":
        return COMMON if main["matched_word"] in OURS[1:] else NAMED
    if main["dictionary_name"] == "passwords":
        return COMMON
    return SINGLE if len(parts) == 1 else SHORT
