"""Endings of a few pieces, and their numbers.

An ending is seen from the player to move, whose men move up. Four sets of tiles describe it: the player's men and
kings, and the opponent's. The material has a slot; within the slot, every position has an index:

- the player's men are a choice of places among the 28 tiles where men can be (all but the far rank);
- the same for the opponent's men. If both have a man on the same tile, the index is not used;
- kings are a choice among the tiles that are left.

A choice of places has a rank in the combinatorial number system.
"""

from __future__ import annotations

from quincunx.core import bits

TILES = 32
PLACES = 28  # the tiles where a player's men can be
PIECES = 8  # one more than the most pieces of a kind
ALL_TILES = 0xFFFFFFFF
FAR = 0xF0000000  # where men are crowned
NEXT = [TILES] * 128  # by direction (right and left forward, right and left backward) and tile: the next tile
BEHIND = [TILES] * 128  # the one behind that
CHOICES = [0] * 264  # by number (8) and how many there are to choose from (33)


def choices(count: int, among: int) -> int:
    """Return how many ways there are to choose this many places."""
    return CHOICES[count * 33 + among]


def slot_of(men: int, kings: int, other_men: int, other_kings: int) -> int:
    """Return the number of the material, with at most 7 pieces of a kind."""
    return ((men * PIECES + kings) * PIECES + other_men) * PIECES + other_kings


def rank_of(places: int) -> int:
    """Return the rank of a choice of places among all choices of as many."""
    rank, nth = 0, 0
    while places:
        nth += 1
        rank += choices(nth, bits.lowest(places))
        places &= places - 1
    return rank


def places_of(rank: int, count: int, among: int) -> int:
    """Return the choice of places with this rank."""
    places, place = 0, among
    while count:
        place -= 1
        while choices(count, place) > rank:
            place -= 1
        rank -= choices(count, place)
        places |= bits.bit(place)
        count -= 1
    return places


def closed_up(places: int, taken: int) -> int:
    """Return the places by their numbers among those that are not taken."""
    found = 0
    while places:
        tile = bits.lowest(places)
        places &= places - 1
        found |= bits.bit(tile - bits.count(taken & (bits.bit(tile) - 1)))
    return found


def spread_out(places: int, taken: int) -> int:
    """Return the places, given by their numbers among those that are not taken."""
    while taken:
        tile = bits.lowest(taken)
        taken &= taken - 1
        below = places & (bits.bit(tile) - 1)
        places = below | (places ^ below) << 1
    return places


def index_of(men: int, kings: int, other_men: int, other_kings: int) -> int:
    """Return the index of the position in its slot."""
    taken = men | other_men
    free = TILES - bits.count(men) - bits.count(other_men)
    rank = rank_of(men) * choices(bits.count(other_men), PLACES) + rank_of(other_men >> 4)
    rank = rank * choices(bits.count(kings), free) + rank_of(closed_up(kings, taken))
    free -= bits.count(kings)
    return rank * choices(bits.count(other_kings), free) + rank_of(closed_up(other_kings, taken | kings))


def slot_size(men: int, kings: int, other_men: int, other_kings: int) -> int:
    """Return how many indexes the material has."""
    free = TILES - men - other_men
    placed = choices(men, PLACES) * choices(other_men, PLACES)
    return placed * choices(kings, free) * choices(other_kings, free - kings)


def positions(men: int, kings: int, other_men: int, other_kings: int) -> int:
    """Return how many positions the material has: fewer than indexes, if both players have men."""
    ends = TILES - PLACES  # tiles where only the player's men can be, and as many where only the opponent's can be
    shared = TILES - 2 * ends
    placed = 0
    for own in range(men + 1):  # men on tiles where both could be
        placed += choices(own, shared) * choices(men - own, ends) * choices(other_men, PLACES - own)
    free = TILES - men - other_men
    return placed * choices(kings, free) * choices(other_kings, free - kings)


class Ending:
    """A position, as seen by the player to move."""

    def __init__(self) -> None:
        self.men = 0
        self.kings = 0
        self.other_men = 0
        self.other_kings = 0

    def at(self, men: int, kings: int, other_men: int, other_kings: int, index: int) -> None:
        """Become the position with this index in the slot of this material."""
        free = TILES - men - other_men
        last = choices(other_kings, free - kings)
        self.other_kings = places_of(index % last, other_kings, free - kings)
        index //= last
        self.kings = places_of(index % choices(kings, free), kings, free)
        index //= choices(kings, free)
        self.other_men = places_of(index % choices(other_men, PLACES), other_men, PLACES) << 4
        self.men = places_of(index // choices(other_men, PLACES), men, PLACES)
        self.kings = spread_out(self.kings, self.men | self.other_men)
        self.other_kings = spread_out(self.other_kings, self.men | self.other_men | self.kings)


def _fill_choices() -> None:
    for among in range(TILES + 1):
        CHOICES[among] = 1
        for count in range(1, PIECES):
            if among:
                CHOICES[count * 33 + among] = CHOICES[count * 33 + among - 1] + CHOICES[(count - 1) * 33 + among - 1]


def _fill_neighbours() -> None:
    for tile in range(TILES):
        rank, file = tile // 4, tile % 4 * 2 + tile // 4 % 2
        for direction, (ranks, files) in enumerate(((1, 1), (1, -1), (-1, 1), (-1, -1))):
            NEXT[direction * TILES + tile] = _tile(rank + ranks, file + files)
            BEHIND[direction * TILES + tile] = _tile(rank + 2 * ranks, file + 2 * files)


def _tile(rank: int, file: int) -> int:
    return rank * 4 + file // 2 if 0 <= rank < 8 and 0 <= file < 8 else TILES


_fill_choices()
_fill_neighbours()
