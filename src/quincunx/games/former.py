"""The keys of games in databases from before version 0011, which stored a game and one of its rule sets."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

FORMER_KEYS: Mapping[tuple[str, str], str] = MappingProxyType(
    {
        ("hnefatafl", "seed"): "hnefatafl",
        ("hnefatafl", "copenhagen"): "copenhagen",
        ("hnefatafl", "tablut"): "tablut",
        ("hnefatafl", "brandubh"): "brandubh",
        ("cengers", "seed"): "cengers",
        ("battlefield", "seed"): "battlefield",
        ("battlefield", "chess"): "chess",
        ("checkers", "seed"): "checkers",
        ("checkers", "english"): "draughts",
        ("flipflop", "seed"): "flipflop",
        ("flipflop", "othello"): "othello",
    }
)
