"""Translations of what people read."""

from __future__ import annotations

import msgspec

Entry = tuple[str, str]  # English, and the same in the other language


class Words(msgspec.Struct, frozen=True):
    """Sentences with their translations; what a game says otherwise than the rest stands before, by its key."""

    language: str
    sentences: list[Entry]
    games: dict[str, list[Entry]]
