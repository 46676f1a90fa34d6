"""The rules of `copenhagen` for the edge of the board: shield walls (H12) and edge forts (H13)."""

from __future__ import annotations

from quincunx.games.tafl import bitboard, steps
from quincunx.games.tafl.board_masks import BoardMasks


def side_of(masks: BoardMasks, direction: int) -> int:
    """Return the edge squares on this side: those from which a step in this direction leaves the board."""
    return masks.whole & ~steps.shifted(masks.whole, direction ^ 2, masks)


def shield_walled(masks: BoardMasks, moved: int, mine: int, theirs: int) -> int:
    """H12: return the rows that the moved piece closes at one end. They may include the king, who is not captured."""
    captured = bitboard.joined(0, 0)
    for outwards in range(4):
        side = side_of(masks, outwards)
        if moved & side:
            fronted = theirs & side & steps.shifted(mine, outwards, masks)
            captured |= walled_row(masks, moved, (outwards + 1) & 3, fronted, mine | masks.corners)
            captured |= walled_row(masks, moved, (outwards + 3) & 3, fronted, mine | masks.corners)
    return captured


def walled_row(masks: BoardMasks, moved: int, along: int, fronted: int, brackets: int) -> int:
    """Return the row of fronted pieces between the moved piece and another bracket. (A row of one is H5's capture.)"""
    row = bitboard.joined(0, 0)
    square = steps.shifted(moved, along, masks)
    while square & fronted:
        row |= square
        square = steps.shifted(square, along, masks)
    return row if square & brackets else bitboard.joined(0, 0)


def fort(masks: BoardMasks, attackers: int, defenders: int, king: int) -> bool:
    """H13: return whether the king is on the edge, can move, and has a fort that cannot be broken.

    R: the attackers are assumed to be on every square that any of them could ever reach, in any number, while the
    defenders stay where they are. Defenders that could then be captured are removed, and so on, until the attackers
    reach the king or the remaining defenders are safe.
    """
    if not king & masks.edge or not steps.around(king, masks) & ~(attackers | defenders):
        return False
    safe = defenders
    while True:
        outside = flooded(masks, attackers, masks.whole & ~(safe | masks.corners))
        if outside & king:
            return False
        lost = capturable(masks, safe, outside)
        if not lost:
            return True
        safe &= ~lost


def flooded(masks: BoardMasks, start: int, free: int) -> int:
    """Return the squares that can be reached from `start` over free ones."""
    reached = start
    fresh = start
    while fresh:
        fresh = steps.around(reached, masks) & free & ~reached
        reached |= fresh
    return reached


def capturable(masks: BoardMasks, men: int, outside: int) -> int:
    """Return which of these defenders can be captured by H5 if attackers can reach all the squares outside.

    Shield walls need no check: a defender that they capture has only outside squares around it, and protects nobody.
    """
    jaws = outside | masks.corners | masks.throne
    across = steps.shifted(jaws, 1, masks) & steps.shifted(jaws, 3, masks)
    return men & (across | steps.shifted(jaws, 0, masks) & steps.shifted(jaws, 2, masks))
