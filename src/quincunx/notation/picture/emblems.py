"""Small drawings on pieces, by the names that games give in `emblems`. A name without a drawing is left out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

Place = Literal["backing", "lower left", "upper right", "across"]


@dataclass(frozen=True)
class Emblem:
    """A drawing and where it is: a backing is the outline behind the piece.

    Backings and emblems across the piece use a square from -50 to 50, the others one from -10 to 10.
    """

    place: Place
    path: str
    fill: str = ""
    bad: bool = False  # for the piece


PLAIN_BACKING = Emblem("backing", "M-36,-40 H36 V2 C36,24 18,36 0,43 C-18,36 -36,24 -36,2 Z")

EMBLEMS = {
    "shield": PLAIN_BACKING,
    "oval": Emblem(
        "backing", "M0,-44 C22,-44 38,-30 38,-10 C38,16 18,34 0,44 C-18,34 -38,16 -38,-10 C-38,-30 -22,-44 0,-44 Z"
    ),
    "wings": Emblem(
        "backing",
        "M0,-42 L44,-38 L37,-20 L42,-6 L32,8 L31,24 L0,43 L-31,24 L-32,8 L-42,-6 L-37,-20 L-44,-38 Z",
    ),
    "hexagon": Emblem("backing", "M-39,-23 L0,-44 L39,-23 L39,22 L0,43 L-39,22 Z"),
    "spikes": Emblem(
        "backing",
        "M0,-45 L13,-33 L39,-36 L34,-10 L43,6 L24,22 L0,44 L-24,22 L-43,6 L-34,-10 L-39,-36 L-13,-33 Z",
    ),
    "sword": Emblem("lower left", "M-6,7 L6,-7 M-7,2 L-2,7 M-6,7 L-8,9"),
    "axe": Emblem("lower left", "M-5,9 L4,-6 M4,-6 C8,-8 9,-3 8,1 L2,-3 M4,-6 C1,-9 -3,-7 -4,-5 L2,-3"),
    "spear": Emblem("lower left", "M-8,8 L5,-5 M5,-5 L8,-8 L8,-3 M5,-5 L3,-8 L8,-8"),
    "bow": Emblem("lower left", "M-4,-8 C6,-6 6,6 -4,8 M-4,-8 L-4,8 M-7,0 L7,0 M7,0 L4,-2 M7,0 L4,2"),
    "staff": Emblem("lower left", "M-3,9 L3,-3 M4,-5 m-4,0 a4,4 0 1 0 8,0 a4,4 0 1 0 -8,0"),
    "crossed-staff": Emblem("lower left", "M-5,9 L0,1 M3,-9 V1 M-2,-4 H8"),
    "daggers": Emblem("lower left", "M-8,5 L-1,-7 L1,-2 L-5,6 Z M0,8 L7,-4 L9,1 L3,9 Z"),
    "drop": Emblem("upper right", "M0,-9 C6,-2 8,1 8,3.5 A8,6.5 0 0 1 -8,3.5 C-8,1 -6,-2 0,-9 Z", fill="#2f74b5"),
    "flame": Emblem(
        "upper right",
        "M1,-10 C3,-5 9,-2 7,4 C6,8 3,9.5 0,9.5 C-4,9.5 -8,7 -7,2 C-6,-1 -3,-1 -3,-5 C-1,-4 0,-7 1,-10 Z",
        fill="#cf4f1f",
    ),
    "mountain": Emblem("upper right", "M-8,7 L-3,-7 L1,-1 L4,-5 L9,7 Z", fill="#7d5a24"),
    "chevrons": Emblem("across", "M-40,-28 L-33,-38 L-26,-28 M-40,-20 L-33,-30 L-26,-20"),
    "cross": Emblem("across", "M27,10 L37,20 M37,10 L27,20", bad=True),
}


def emblems_at(names: Sequence[str], place: Place) -> list[Emblem]:
    """The drawings at this place on a piece with these emblems."""
    found = [EMBLEMS[name] for name in names if name in EMBLEMS]
    return [emblem for emblem in found if emblem.place == place]
