"""Silhouettes of pieces, drawn in a square from -50 to 50. A shape without a drawing is drawn as a disc."""

from __future__ import annotations

import math
from dataclasses import dataclass

Dot = tuple[float, float, float]  # x, y and radius


@dataclass(frozen=True)
class Shape:
    """The outline, and what is drawn on it: lines, the reverse face's rim, dots of the outline, a crown."""

    body: str
    lines: str = ""
    rim: str = ""
    dots: tuple[Dot, ...] = ()
    top: str = ""
    stacked: bool = False  # two bodies, one on the other


def _circle(radius: float) -> str:
    return f"M-{radius:g},0 A{radius:g},{radius:g} 0 1 1 {radius:g},0 A{radius:g},{radius:g} 0 1 1 -{radius:g},0 Z"


def _at(angle: float, radius: float) -> str:
    """A point, by the angle as a part of the full circle."""
    return f"{radius * math.cos(2 * math.pi * angle):.1f},{radius * math.sin(2 * math.pi * angle):.1f}"


def _octagon(radius: float) -> str:
    return f"M{' L'.join(_at((index + 0.5) / 8, radius) for index in range(8))} Z"


def _ridged(radius: float, teeth: int) -> str:
    points = [_at(index / (2 * teeth), radius if index % 2 else radius - 3.2) for index in range(2 * teeth)]
    return f"M{' L'.join(points)} Z"


FACETS = " ".join(f"M{_at((index + 0.5) / 8, 20)} L{_at((index + 0.5) / 8, 38)}" for index in range(8))

SHAPES = {
    "disc": Shape(_circle(36), lines=_circle(24)),
    "square": Shape(
        "M-30,-34 H30 A4,4 0 0 1 34,-30 V30 A4,4 0 0 1 30,34 H-30 A4,4 0 0 1 -34,30 V-30 A4,4 0 0 1 -30,-34 Z",
        lines="M-20,-20 H20 V20 H-20 Z",
    ),
    "faceted": Shape(_octagon(38), lines=f"{_octagon(20)} {FACETS}"),
    "crowned": Shape(_circle(42), lines=_circle(34), top="M-19,12 L-23,-14 L-11,-3 L0,-20 L11,-3 L23,-14 L19,12 Z"),
    "ridged": Shape(_ridged(38, 26), lines=f"{_circle(28)} {_circle(17)}"),
    "ridged-king": Shape(
        _ridged(38, 26),
        lines=_circle(28),
        top="M-15,10 L-19,-11 L-9,-2 L0,-16 L9,-2 L19,-11 L15,10 Z",
        stacked=True,
    ),
    "two-faced": Shape(_circle(41), rim=_circle(37.7)),
    "pawn": Shape(
        "M0,-30 A12,12 0 0 1 8.5,-9.5 C14,-3 8,8 15,19 C19,23 21,27 21,35 L-21,35 C-21,27 -19,23 -15,19"
        " C-8,8 -14,-3 -8.5,-9.5 A12,12 0 0 1 0,-30 Z",
        lines="M-15,26 H15",
    ),
    "rook": Shape(
        "M-23,35 L23,35 L23,28 L17,22 L14,-8 L20,-14 L20,-31 L11,-31 L11,-24 L5,-24 L5,-31 L-5,-31 L-5,-24 L-11,-24"
        " L-11,-31 L-20,-31 L-20,-14 L-14,-8 L-17,22 L-23,28 Z",
        lines="M-14,-9 H14 M-17,24 H17",
    ),
    "bishop": Shape(
        "M0,-40 A4.6,4.6 0 0 1 3.4,-32 C13,-24 17,-13 13.5,-4 C12.5,0 9.5,4 8.5,6 C9,13 11,18 15,22 C19,25 21,28 21,35"
        " L-21,35 C-21,28 -19,25 -15,22 C-11,18 -9,13 -8.5,6 C-9.5,4 -12.5,0 -13.5,-4 C-17,-13 -13,-24 -3.4,-32"
        " A4.6,4.6 0 0 1 0,-40 Z",
        lines="M4,-21 L-4,-9 M-9,6 H9 M-14,26 H14",
    ),
    "knight": Shape(
        "M-20,35 C-21,22 -8,16 -5,3 C-11,5 -15,10 -20,11.5 C-25,12 -28,7 -25.5,2.5 C-20,-5 -17,-15 -9,-22 L-11,-34"
        " L0,-28 C13,-27 21,-15 22,1 C23,14 20,24 22,35 Z",
        lines="M-15,26 H16 M4,-20 C11,-15 14,-6 14,4",
    ),
    "queen": Shape(
        "M-22,35 L22,35 L21,28 C17,25 15,20 16,14 L27,-17 L13.5,-4 L10.5,-27 L0,-7 L-10.5,-27 L-13.5,-4 L-27,-17"
        " L-16,14 C-15,20 -17,25 -21,28 Z",
        lines="M-16,15 C-8,12 8,12 16,15 M-16,26 H16",
        dots=((-27, -20, 4), (27, -20, 4), (-10.5, -30, 4), (10.5, -30, 4)),
    ),
    "king": Shape(
        "M-22,35 L22,35 L21,28 C17,25 15,21 16,15 C26,7 30,-4 25,-12 C20,-19 8,-17 3.5,-8 L3.5,-24 L9.5,-24 L9.5,-31"
        " L3.5,-31 L3.5,-38 L-3.5,-38 L-3.5,-31 L-9.5,-31 L-9.5,-24 L-3.5,-24 L-3.5,-8 C-8,-17 -20,-19 -25,-12"
        " C-30,-4 -26,7 -16,15 C-15,21 -17,25 -21,28 Z",
        lines="M-16,15 C-8,12 8,12 16,15 M-16,26 H16 M0,-8 V12",
    ),
}
