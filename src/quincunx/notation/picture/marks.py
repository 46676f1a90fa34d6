"""How marked cells are drawn, by the game's marks, in a square from -50 to 50."""

from __future__ import annotations

from dataclasses import dataclass

KNOT = (
    "M-14,-30 V30 M14,-30 V30 M-30,-14 H30 M-30,14 H30"
    " M-14,-30 A8,8 0 1 0 -30,-14 M14,-30 A8,8 0 1 1 30,-14 M-14,30 A8,8 0 1 1 -30,14 M14,30 A8,8 0 1 0 30,14"
)
RING = "M-7,0 A7,7 0 1 1 7,0 A7,7 0 1 1 -7,0"


@dataclass(frozen=True)
class Mark:
    """A colour of the board's theme, and lines carved into the cell."""

    fill: str
    carving: str = ""


MARKS = {
    "ringed-knot": Mark("board-special", f"{KNOT} {RING}"),
    "knot": Mark("board-special", KNOT),
    "home-0": Mark("board-home-0"),
    "home-1": Mark("board-home-1"),
}
