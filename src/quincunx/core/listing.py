"""Lists within sentences."""

from __future__ import annotations

from collections.abc import Sequence

from quincunx.words import Text, phrase


def any_of(texts: Sequence[Text]) -> Text:
    """Join the texts as alternatives: `dark or light`."""
    *before, last = texts
    return phrase("core.any_of", before=before, last=last) if before else last
