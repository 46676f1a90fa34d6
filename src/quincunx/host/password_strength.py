"""Passwords that are easy to guess, and why, in our own words."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from typing import Any

LEAST_SCORE = 3  # of zxcvbn's 0 to 4: guessing takes a hundred million tries at least
LOOKED_AT = 48  # characters: the time it takes grows with their square
ALIKE = str.maketrans("{[<|", "(((1")  # signs that stand for the same letter: zxcvbn tries every combination of them
OURS = ("quincunx", "password", "passwort")  # what whoever guesses here tries first

COMMON = "it is one of the most common passwords, or close to one"
NAMED = "it contains your name or the site's"
SINGLE = "it is a single word or name"
ROW = "its keys are next to each other on the keyboard"
REPEATED = "it repeats itself"
IN_ORDER = "it is a sequence of letters or digits"
DATED = "it is mostly a date or a year"
SHORT = "it is too short"

_one = threading.Lock()  # zxcvbn keeps the words of its caller in a global dictionary

PATTERNS = {
    "spatial": ROW,
    "repeat": REPEATED,
    "sequence": IN_ORDER,
    "regex": DATED,
    "date": DATED,
    "bruteforce": SHORT,
}


def weakness(password: str, name: str) -> str:
    """What makes a password easy to guess, as part of a sentence; empty where it is not."""
    from zxcvbn import zxcvbn  # its lists of words take a moment to load

    with _one:
        found = zxcvbn(password[:LOOKED_AT].translate(ALIKE), user_inputs=[name, *OURS])
    if found["score"] >= LEAST_SCORE:
        return ""
    return _reason(found["sequence"])


def told(reason: str) -> str:
    """The whole sentence."""
    sentence = f"This password is easy to guess: {reason}. Try a few unrelated words instead."
    return sentence


def _reason(parts: Sequence[Mapping[str, Any]]) -> str:
    """By the part that makes up most of it."""
    main = max(parts, key=lambda part: len(part["token"]))
    if main["pattern"] != "dictionary":
        return PATTERNS.get(main["pattern"], SHORT)
    if main["dictionary_name"] == "user_inputs":
        return COMMON if main["matched_word"] in OURS[1:] else NAMED
    if main["dictionary_name"] == "passwords":
        return COMMON
    return SINGLE if len(parts) == 1 else SHORT
