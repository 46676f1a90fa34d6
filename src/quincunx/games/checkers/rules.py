"""Checkers, and with other facts English draughts. The rules page explains rules K1–K10 and the rulings marked R.

A turn is a step, or a chain of captures by one piece. During a chain, `moving` is the tile of the piece, `jumped` has
the tiles of the pieces captured so far, and `twice` those of them that were jumped a second time. They all stay on the
board until the turn ends.

Sets of tiles are 64-bit words, and pieces are on dark tiles only. A diagonal shift across the side of the board ends on
a light tile, so sets masked with pieces or empty dark tiles need no special care at the sides.
"""

from __future__ import annotations

from quincunx.core import action_codes, bits
from quincunx.core.state import State

NO_PIECES = 1
LEFT = 2
PASSES = 3
QUIET = 4
BLOCKED = 5

DARK_TILES = 0xAA55AA55AA55AA55
DARK_START = 0x000000000055AA55  # ranks 1-3
LIGHT_START = 0xAA55AA0000000000  # ranks 6-8
RANK_1 = 0x00000000000000FF
RANK_8 = 0xFF00000000000000
OFFSETS = [9, 7, -9, -7]  # of the four directions: the first two are forward for dark, the others for light
LEAVING = 3  # K8, R: timeouts in a row


def shift(tiles: int, direction: int) -> int:
    """Shift the tiles one diagonal step."""
    if direction == 0:
        return tiles << 9 & bits.ALL
    if direction == 1:
        return tiles << 7 & bits.ALL
    if direction == 2:
        return tiles >> 9
    return tiles >> 7


class CheckersState(State):
    """Dark is player 0, light is player 1."""

    def setup(self) -> None:
        """K1: set up twelve men a side; K2: determine who moves first."""
        options, facts = self.game.options, self.game.spec.facts
        self.pieces = [DARK_START, LIGHT_START]
        self.kings = 0
        self.moving = 0
        self.jumped = 0
        self.twice = 0
        self.quiet = 0
        self.passes = 0
        self.timeouts = [0, 0]
        self.to_move = 1 if options.get("first") == "light" else 0
        self.quiet_limit = options["quiet"]
        self.passes_limit = options.get("passes", 0)
        self.compulsory = facts["compulsory"]
        self.crowning_stops = facts["crowning_stops"]
        self.jumped_once = facts["jumped_once"]
        self.blocked_loses = facts["blocked_loses"]
        self.position_words = 6

    def save(self, out: list[int], at: int) -> int:
        out[at] = self.pieces[0]
        out[at + 1] = self.pieces[1]
        out[at + 2] = self.kings
        out[at + 3] = self.moving
        out[at + 4] = self.jumped
        out[at + 5] = self.twice
        out[at + 6] = self.quiet
        out[at + 7] = self.passes
        out[at + 8] = self.timeouts[0]
        out[at + 9] = self.timeouts[1]
        return at + 10

    def load(self, words: list[int], at: int) -> None:
        self.pieces[0] = words[at]
        self.pieces[1] = words[at + 1]
        self.kings = words[at + 2]
        self.moving = words[at + 3]
        self.jumped = words[at + 4]
        self.twice = words[at + 5]
        self.quiet = words[at + 6]
        self.passes = words[at + 7]
        self.timeouts[0] = words[at + 8]
        self.timeouts[1] = words[at + 9]

    # -- what can be played --

    def generate(self, out: list[int], end: int) -> int:
        start = end
        end = self.captures(out, end)
        if self.moving:
            if not self.compulsory:  # K4: continuing is optional
                out[end] = action_codes.action(action_codes.END, 0, 0)
                end += 1
            return end
        if end == start or not self.compulsory:
            end = self.steps(out, end)
        if end == start:  # K7: the forced pass
            out[end] = action_codes.action(action_codes.PASS, 0, 0)
            end += 1
        return end

    def movers(self, direction: int) -> int:
        """K3: return the pieces that may move this way: men forward, kings always; in a chain only one piece (K4)."""
        pieces = self.moving if self.moving else self.pieces[self.to_move]
        return pieces if direction >> 1 == self.to_move else pieces & self.kings

    def empty(self) -> int:
        """Return the dark tiles without a piece; captured pieces are still there (K5)."""
        return DARK_TILES & ~(self.pieces[0] | self.pieces[1])

    def takeable(self) -> int:
        """K5, R: return the enemy pieces that may still be jumped in this turn."""
        return self.pieces[1 - self.to_move] & ~(self.jumped if self.jumped_once else self.twice)

    def steps(self, out: list[int], end: int) -> int:
        """K3: write the steps to an adjacent empty tile."""
        empty = self.empty()
        for direction in range(4):
            targets = shift(self.movers(direction), direction) & empty
            while targets:
                target = bits.lowest(targets)
                targets &= targets - 1
                out[end] = action_codes.action(action_codes.MOVE, target - OFFSETS[direction], target)
                end += 1
        return end

    def captures(self, out: list[int], end: int) -> int:
        """K3: write the jumps over an adjacent enemy to the empty tile behind it."""
        empty = self.empty()
        takeable = self.takeable()
        for direction in range(4):
            targets = shift(shift(self.movers(direction), direction) & takeable, direction) & empty
            while targets:
                target = bits.lowest(targets)
                targets &= targets - 1
                out[end] = action_codes.action(action_codes.MOVE, target - 2 * OFFSETS[direction], target)
                end += 1
        return end

    def can_capture(self) -> bool:
        """Return whether any capture can be played."""
        empty = self.empty()
        takeable = self.takeable()
        for direction in range(4):
            if shift(shift(self.movers(direction), direction) & takeable, direction) & empty:
                return True
        return False

    def can_step(self) -> bool:
        """Return whether any step can be played."""
        empty = self.empty()
        for direction in range(4):
            if shift(self.movers(direction), direction) & empty:
                return True
        return False

    # -- what an action does --

    def step(self, action: int) -> None:
        kind = action_codes.kind_of(action)
        if not self.jumped:
            self.quiet += 1  # K10: `move` resets it when a man moves or a piece is captured
        if kind == action_codes.MOVE:
            self.move(action_codes.origin_of(action), action_codes.target_of(action))
            if self.moving and self.can_capture():
                return
        self.passes = self.passes + 1 if kind == action_codes.PASS else 0
        self.timeouts[self.to_move] = self.timeouts[self.to_move] + 1 if kind == action_codes.TIMEOUT else 0
        self.clear_captured()
        self.end_turn()
        self.judge()

    def move(self, origin: int, target: int) -> None:
        """Move the piece. A move of two tiles is a capture, and the piece may continue capturing (K4)."""
        here = bits.bit(origin)
        there = bits.bit(target)
        king = self.kings & here
        self.pieces[self.to_move] ^= here | there
        if target - origin > 9 or origin - target > 9:
            self.jump(bits.bit((origin + target) >> 1))
            self.moving = there
        if king:
            self.kings ^= here | there
        else:
            self.quiet = 0
            if there & (RANK_8 if self.to_move == 0 else RANK_1):
                self.crown(there)

    def jump(self, over: int) -> None:
        """K5: capture the piece; jumping it again has no further effect."""
        self.twice |= self.jumped & over
        self.jumped |= over
        self.quiet = 0

    def crown(self, tile: int) -> None:
        """K6: make the man a king immediately; in English draughts this ends the turn."""
        self.kings |= tile
        if self.crowning_stops:
            self.moving = 0

    def clear_captured(self) -> None:
        """K5: remove the pieces captured in the turn from the board."""
        self.pieces[1 - self.to_move] &= ~self.jumped
        self.kings &= ~self.jumped
        self.moving = 0
        self.jumped = 0
        self.twice = 0

    # -- how it ends --

    def judge(self) -> None:
        """Apply K9 and K8 to the turn that has ended, then blocked players in English draughts, then K10's draws."""
        mover = 1 - self.to_move
        if not self.pieces[self.to_move]:
            self.finish(mover, NO_PIECES)
        elif self.timeouts[mover] >= LEAVING:
            self.finish(self.to_move, LEFT)
        elif self.blocked_loses and not self.can_step() and not self.can_capture():
            self.finish(mover, BLOCKED)
        elif self.passes_limit and self.passes >= self.passes_limit:
            self.finish(action_codes.NOBODY, PASSES)
        elif self.quiet_limit and self.quiet >= self.quiet_limit:
            self.finish(action_codes.NOBODY, QUIET)

    def accepts_timeout(self) -> bool:
        """K8: accept a timeout at any time, even in the middle of a chain, but not in English draughts."""
        return bool(self.game.spec.facts["clock_passes"])

    # -- for the spec --

    def place(self, pieces: tuple[int, int], kings: int, to_move: int) -> None:
        """Set the board from bits."""
        self.pieces = [pieces[0], pieces[1]]
        self.kings = kings
        self.to_move = to_move

    def take_up(self, moving: int, jumped: int, twice: int) -> None:
        """Continue in the middle of a chain, given as bits."""
        self.moving = moving
        self.jumped = jumped
        self.twice = twice

    def count_from(self, quiet: int, passes: int, timeouts: tuple[int, int]) -> None:
        """Set the counters, and check whether the game is over."""
        self.quiet = quiet
        self.passes = passes
        self.timeouts = [timeouts[0], timeouts[1]]
        self.judge()

    def tiles(self, player: int) -> tuple[int, int]:
        """Return the tiles of a player's pieces, and of all kings, as bits."""
        return int(self.pieces[player]), int(self.kings)

    def chain(self) -> tuple[int, int, int]:
        """Return the tile of the capturing piece, the pieces it has jumped, and those it has jumped twice, as bits."""
        return int(self.moving), int(self.jumped), int(self.twice)

    def counters(self) -> tuple[int, int, tuple[int, int]]:
        """Return the quiet turns, the forced passes, and each player's timeouts, all counted in a row."""
        return int(self.quiet), int(self.passes), (int(self.timeouts[0]), int(self.timeouts[1]))
