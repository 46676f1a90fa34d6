"""Arrows between cells, above the board; an arrow from a cell to itself is a ring."""

from __future__ import annotations

import math

START = 0.28  # in cells: leaves the moving piece visible
TIP = 0.12  # the tip stops short of the centre
LENGTH = 0.36
HALF = 0.22

Point = tuple[float, float]


def arrow_svg(start: Point, end: Point, colour: str) -> str:
    """An arrow between the middles of two cells."""
    if start == end:
        ring = f'cx="{end[0]:g}" cy="{end[1]:g}" r="0.4" fill="none" stroke="{colour}" stroke-width="0.1"'
        return f'<circle {ring} opacity="0.82"/>'
    length = math.dist(start, end)
    along = ((end[0] - start[0]) / length, (end[1] - start[1]) / length)
    neck = length - TIP - LENGTH
    head = [_at(start, along, length - TIP), _at(start, along, neck, HALF), _at(start, along, neck, -HALF)]
    (x1, y1), (x2, y2) = _at(start, along, min(START, neck)), _at(start, along, neck + 0.02)
    points = " ".join(f"{x:.3f},{y:.3f}" for x, y in head)
    line = f'x1="{x1:.3f}" y1="{y1:.3f}" x2="{x2:.3f}" y2="{y2:.3f}"'
    return (
        f'<g opacity="0.82" stroke="{colour}"><line {line} stroke-width="0.15" stroke-linecap="round"/>'
        f'<polygon points="{points}" fill="{colour}" stroke-width="0.03" stroke-linejoin="round"/></g>'
    )


def _at(start: Point, along: Point, distance: float, aside: float = 0) -> Point:
    return (
        start[0] + along[0] * distance - along[1] * aside,
        start[1] + along[1] * distance + along[0] * aside,
    )
