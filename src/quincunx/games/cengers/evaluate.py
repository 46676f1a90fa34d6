"""What a Cengers position is worth: how far the race is run, and how easily the rest of it will go."""

from __future__ import annotations

import cython

from quincunx.core import bits
from quincunx.core.evaluator import Evaluator
from quincunx.core.state import State
from quincunx.games.cengers.rules import CengersState, shift

FEATURES = 11
FAR = 15  # more than any distance on the board
AHEAD = 20  # steps: a lead that only one who stays where he is lets grow
LATE = 100  # turns: whoever runs is home by then
HARMLESS = 5  # pieces at home that do not yet look like the end
HOMES = [0x0707070000000000, 0x0000000000E0E0E0]  # a6-c8, f1-h3
DEEP = [0x0303000000000000, 0x000000000000C0C0]  # two steps from the way out, or three
CORNERS = [0x0100000000000000, 0x0000000000000080]  # three
FORWARD = [0, 3, 2, 1]  # up and left for x, down and right for o


def apart(one: int, other: int) -> int:
    """Steps between two squares."""
    return abs((one & 7) - (other & 7)) + abs((one >> 3) - (other >> 3))


class CengersEvaluator(Evaluator):
    """x's features less o's."""

    names = (
        "home",
        "distance",
        "straggling",
        "farthest",
        "jumps",
        "tempo",
        "sealed",
        "guests",
        "haste",
        "depth",
        "ways",
    )
    grain = 25

    def features(self, state: State, out: list[int]) -> None:
        self.see(cython.cast(CengersState, state), out)

    def see(self, state: CengersState, out: list[int]) -> None:
        for i in range(FEATURES):
            out[i] = 0
        self.count_side(state, 0, 1, out)
        self.count_side(state, 1, -1, out)
        out[5] = 1 if state.to_move == 0 else -1
        self.wait(state, 0, 1, out[1], out)
        self.wait(state, 1, -1, -out[1], out)

    def count_side(self, state: CengersState, player: int, sign: int, out: list[int]) -> None:
        home = HOMES[player]
        outside = state.pieces[player] & ~home
        holes = home & ~state.pieces[player]
        out[0] += sign * (9 - bits.count(outside))
        self.race(outside, holes, sign, out)
        out[4] += sign * self.jumps(state, player)
        out[6] -= sign * self.sealed(state, player)

    def race(self, outside: int, holes: int, sign: int, out: list[int]) -> None:
        """How far the pieces outside are from the holes at home: in all, its squares, and the farthest."""
        farthest = 0
        while outside:
            away = self.nearest(bits.lowest(outside), holes)
            outside &= outside - 1
            out[1] -= sign * away
            out[2] -= sign * away * away
            farthest = max(farthest, away)
        out[3] -= sign * farthest

    def nearest(self, square: int, holes: int) -> int:
        """Steps to the nearest hole."""
        best = FAR
        left = holes
        while left:
            best = min(best, apart(square, bits.lowest(left)))
            left &= left - 1
        return best

    def jumps(self, state: CengersState, player: int) -> int:
        """How many jumps towards home there are."""
        own = state.pieces[player]
        occupied = state.pieces[0] | state.pieces[1]
        empty = ~occupied & bits.ALL
        total = 0
        for i in range(2):
            direction = FORWARD[2 * player + i]
            total += bits.count(shift(shift(own, direction) & occupied, direction) & empty)
        return total

    def sealed(self, state: CengersState, player: int) -> int:
        """How many of the other's pieces are shut in at the player's home: while they are, it cannot be filled."""
        occupied = state.pieces[0] | state.pieces[1]
        empty = ~occupied & bits.ALL
        shut = state.pieces[1 - player] & HOMES[player]
        for direction in range(4):
            reached = shift(empty, direction)
            shut &= ~(reached | shift(reached & occupied, direction))
        return bits.count(shut)

    def wait(self, state: CengersState, player: int, sign: int, lead: int, out: list[int]) -> None:
        """Far ahead of one who stays where he is (C7): his pieces at the player's home, and how plain the end is.

        He cannot be driven out, and does not leave once he sees that leaving loses. So leave him ways out, and take
        the squares behind him, until he has wandered off.
        """
        guests = state.pieces[1 - player] & HOMES[player]
        if lead > AHEAD and guests and state.turn >= LATE:
            out[7] -= sign * bits.count(guests)
            out[8] -= sign * max(0, bits.count(state.pieces[player] & HOMES[player]) - HARMLESS)
            out[9] -= sign * (bits.count(guests & DEEP[player]) + bits.count(guests & CORNERS[player]))
            out[10] += sign * self.ways(state, guests, 1 - player)

    def ways(self, state: CengersState, guests: int, player: int) -> int:
        """How many steps and jumps there are for those pieces towards their own home."""
        occupied = state.pieces[0] | state.pieces[1]
        empty = ~occupied & bits.ALL
        total = 0
        for i in range(2):
            direction = FORWARD[2 * player + i]
            beside = shift(guests, direction)
            total += bits.count(beside & empty) + bits.count(shift(beside & occupied, direction) & empty)
        return total
