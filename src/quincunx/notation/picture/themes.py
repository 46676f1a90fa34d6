"""The two board themes and the colours of pieces, by the names of the browser's style sheet.

The contrast is at least 3:1 between a piece's edge and any square, and 1.5:1 for the mark of the last turn; a test of
the browser samples both.
"""

from __future__ import annotations

from collections.abc import Mapping

Colours = Mapping[str, str]

PIECES: Colours = {
    "piece-dark": "#2c333d",
    "piece-dark-edge": "#12161b",
    "piece-dark-mark": "#93a1b1",
    "piece-light": "#f8f0dc",
    "piece-light-edge": "#2e200e",
    "piece-light-mark": "#a98a55",
    "crown": "#d9a441",
    "arrow-best": "#1f7a63",
    "arrow-other": "#2c5f93",
    "arrow-played": "#b4532a",
}
THEMES: Mapping[str, Colours] = {
    "wood": {
        "board-frame": "#5f3f25",
        "board-light": "#f0dfba",
        "board-dark": "#a9794c",
        "board-plain": "#dfc28a",
        "board-line": "#a27a46",
        "board-special": "#f1dfb4",
        "board-carve": "#8a5f33",
        "board-names": "#f1dfbe",
        "board-home-0": "#cfad79",
        "board-home-1": "#f3e4bd",
        "board-last": "#d0a03a",
        "board-last-edge": "#6b3f0c",
    },
    "slate": {
        "board-frame": "#353d44",
        "board-light": "#dfe3e4",
        "board-dark": "#7d8b93",
        "board-plain": "#bcc5c9",
        "board-line": "#8793a0",
        "board-special": "#e4e8ea",
        "board-carve": "#5d686e",
        "board-names": "#dfe4e6",
        "board-home-0": "#a5b0b6",
        "board-home-1": "#e9ebe4",
        "board-last": "#c9ad4d",
        "board-last-edge": "#4d3c08",
    },
}
# if all squares have the same colour, the mark of the last turn is darker than the squares
UNCHEQUERED: Mapping[str, Colours] = {"wood": {"board-last": "#b98128"}, "slate": {"board-last": "#a08428"}}


def colours_of(theme: str, chequered: bool) -> Colours:
    """All colours of a board in this theme."""
    return {**PIECES, **THEMES[theme], **({} if chequered else UNCHEQUERED[theme])}
