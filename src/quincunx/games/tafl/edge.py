"""What `copenhagen` adds at the edge of the board: shield walls (H12) and edge forts (H13)."""

from __future__ import annotations

from quincunx.games.tafl import bitboard, steps
from quincunx.games.tafl.board_masks import BoardMasks


def side_of(masks: BoardMasks, direction: int) -> int:
    """The edge squares on that side: those from which no step that way stays on the board."""
    return masks.whole & ~steps.shifted(masks.whole, direction ^ 2, masks)


def shield_walled(masks: BoardMasks, moved: int, mine: int, theirs: int) -> int:
    """H12: the rows that the moved piece closes at one end. The king can be among them; he is not captured."""
    captured = bitboard.joined(0, 0)
    for outwards in range(4):
        side = side_of(masks, outwards)
        if moved & side:
            fronted = theirs & side & steps.shifted(mine, outwards, masks)
            captured |= walled_row(masks, moved, (outwards + 1) & 3, fronted, mine | masks.corners)
            captured |= walled_row(masks, moved, (outwards + 3) & 3, fronted, mine | masks.corners)
    return captured


def walled_row(masks: BoardMasks, moved: int, along: int, fronted: int, brackets: int) -> int:
    """The row of fronted pieces from the moved piece to another bracket. (A row of one is a sandwich, H5.)"""
    row = bitboard.joined(0, 0)
    square = steps.shifted(moved, along, masks)
    while square & fronted:
        row |= square
        square = steps.shifted(square, along, masks)
    return row if square & brackets else bitboard.joined(0, 0)


def fort(masks: BoardMasks, attackers: int, defenders: int, king: int) -> bool:
    """H13: the king stands on the edge, can move, and his fort cannot be broken.

    R: the attackers are thought to be as many as they like, on every square that any of them could ever come to, while
    the defenders stay where they are. Whom they could capture then stands in their way no longer, and so on, until
    either they come to the king or the rest is safe.
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
    """The squares that can be come to from `start` over free ones."""
    reached = start
    fresh = start
    while fresh:
        fresh = steps.around(reached, masks) & free & ~reached
        reached |= fresh
    return reached


def capturable(masks: BoardMasks, men: int, outside: int) -> int:
    """Which of these defenders can be captured by H5 where attackers may come to all the squares outside.

    Shield walls need no look: whoever they capture has none but outside squares about him and protects nobody.
    """
    jaws = outside | masks.corners | masks.throne
    across = steps.shifted(jaws, 1, masks) & steps.shifted(jaws, 3, masks)
    return men & (across | steps.shifted(jaws, 0, masks) & steps.shifted(jaws, 2, masks))
