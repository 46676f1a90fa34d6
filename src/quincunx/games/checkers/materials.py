"""The materials that endgame tables are made for: how many men and kings each player has."""

from __future__ import annotations

from collections.abc import Iterator

Material = tuple[int, int, int, int]  # men and kings of the player to move, and of the opponent


def mirrored(material: Material) -> Material:
    """Return the material as the opponent sees it."""
    return (*material[2:], *material[:2])


def pairs_of(pieces: int) -> Iterator[list[Material]]:
    """Yield the pairs of materials up to this number of pieces: fewer pieces first, then fewer men."""
    for count in range(2, pieces + 1):
        for men in range(count + 1):
            for material in _with_men(count, men):
                mirror = mirrored(material)
                if material < mirror:
                    yield [material, mirror]
                elif material == mirror:
                    yield [material]


def _with_men(count: int, men: int) -> Iterator[Material]:
    """Yield the materials with so many pieces, and so many men among them, that leave nobody without pieces."""
    for own_men in range(men + 1):
        for own_kings in range(count - men + 1):
            other_men, other_kings = men - own_men, count - men - own_kings
            if own_men + own_kings and other_men + other_kings:
                yield own_men, own_kings, other_men, other_kings
