"""Hnefatafl and its family. The rules page explains rules H1-H14 and the rulings marked R; H12-H14 are `copenhagen`'s.

The board consists of the attackers, the defenders without their king, and the king's cell. `turned` has the occupied
squares with files and ranks swapped, so that a file can be read as one line of bits, like a rank.
"""

from __future__ import annotations

import cython

from quincunx.core import action_codes, bits
from quincunx.core.state import State
from quincunx.games.tafl import bitboard, edge, steps
from quincunx.games.tafl.board_masks import BoardMasks, board_masks

ATTACKERS = 0
DEFENDERS = 1

KING_ESCAPED = 1
KING_CAPTURED = 2
SURROUNDED = 3
NO_ACTION = 4
REPETITION = 5
QUIET = 6
EDGE_FORT = 7


def write_run(out: list[int], end: int, first: int, step: int, count: int) -> None:
    """Write a row of actions, each `step` after the previous one.

    When compiled, always write twelve: this is faster than counting, no line is longer, and any excess is overwritten.
    """
    for i in range(12 if cython.compiled else count):
        out[end + i] = first + i * step


def slides(out: list[int], end: int, cell: int, on: BoardMasks, blocked: int, blocked_turned: int) -> int:
    """H3: write the moves over any number of empty squares along the rank and the file."""
    rank = on.ranks[cell]
    file = cell - rank * on.files
    end = slide(out, end, cell, 1, on.files, file, bitboard.line(blocked, rank * on.files, on.line))
    return slide(out, end, cell, on.files, on.files, rank, bitboard.line(blocked_turned, file * on.files, on.line))


def slide(out: list[int], end: int, cell: int, step: int, length: int, at: int, line: int) -> int:
    """Write the moves along one line, in which the piece's index is `at` and each square changes the cell by `step`."""
    before = bitboard.room_before(line, at)
    behind = bitboard.room_behind(line, at, length)
    write_run(out, end, action_codes.action(action_codes.MOVE, cell, cell - before * step), step, before + behind + 1)
    out[end + before] = out[end + before + behind]  # replace the move to its own square
    return end + before + behind


def crossings(out: list[int], end: int, step: int, on: BoardMasks, men: int, occupied: int) -> int:
    """H4: write the moves across the empty throne, along a line that is a rank of `occupied`."""
    at = on.files // 2
    line = bitboard.line(occupied, at * on.files, on.line)
    before = bitboard.room_before(line, at)
    behind = bitboard.room_behind(line, at, on.files)
    origin = on.middle - (before + 1) * step
    if before < at and men & bitboard.square(origin):
        write_run(out, end, action_codes.action(action_codes.MOVE, origin, on.middle + step), step, behind)
        end += behind
    origin = on.middle + (behind + 1) * step
    if behind < at and men & bitboard.square(origin):
        write_run(out, end, action_codes.action(action_codes.MOVE, origin, on.middle - step), -step, before)
        end += before
    return end


def sandwiched(on: BoardMasks, moved: int, victims: int, jaws: int) -> int:
    """H5: return the victims next to the moved piece that have another jaw on their far side."""
    caught = bitboard.joined(0, 0)
    for direction in range(4):
        caught |= steps.shifted(moved, direction, on) & steps.shifted(jaws, direction ^ 2, on)
    return caught & victims


class TaflState(State):
    """The attackers are player 0, the king's side is player 1."""

    quiet_limit: int

    def setup(self) -> None:
        """H1: set up the game's pieces."""
        facts = self.game.spec.facts
        self.masks = board_masks(facts["setup"], facts["goal"])
        self.king_sides = facts["king_sides"]
        self.shield_walls = facts["shield_walls"]
        self.edge_forts = facts["edge_forts"]
        self.repeaters_lose = facts["repetition"] == "lost"
        self.quiet_limit = self.game.options["quiet"]
        self.quiet = 0
        self.attackers = self.masks.attackers
        self.defenders = self.masks.defenders
        self.king = self.masks.king
        self.turn_board()
        self.position_words = 5

    def save(self, out: list[int], at: int) -> int:
        out[at] = bitboard.low(self.attackers)
        out[at + 1] = bitboard.high(self.attackers)
        out[at + 2] = bitboard.low(self.defenders)
        out[at + 3] = bitboard.high(self.defenders)
        out[at + 4] = self.king
        out[at + 5] = bitboard.low(self.turned)
        out[at + 6] = bitboard.high(self.turned)
        out[at + 7] = self.quiet
        return at + 8

    def load(self, words: list[int], at: int) -> None:
        self.attackers = bitboard.joined(words[at], words[at + 1])
        self.defenders = bitboard.joined(words[at + 2], words[at + 3])
        self.king = words[at + 4]
        self.turned = bitboard.joined(words[at + 5], words[at + 6])
        self.quiet = words[at + 7]

    # -- H3, H4: moving --

    def generate(self, out: list[int], end: int) -> int:
        occupied = self.occupied()
        restricted = self.masks.corners | self.masks.throne
        mine = self.attackers if self.to_move == ATTACKERS else self.defenders
        men = mine
        while men:  # H4: restricted squares block everyone but the king
            end = slides(out, end, bitboard.first(men), self.masks, occupied | restricted, self.turned | restricted)
            men &= men - 1
        if self.king != self.masks.middle:
            end = crossings(out, end, 1, self.masks, mine, occupied)
            end = crossings(out, end, self.masks.files, self.masks, mine, self.turned)
        if self.to_move == DEFENDERS:
            end = slides(out, end, self.king, self.masks, occupied, self.turned)
        return end

    def step(self, action: int) -> None:
        target = action_codes.target_of(action)
        self.move(action_codes.origin_of(action), target)
        moved = bitboard.square(target)
        captured = self.captures(moved)
        if self.quiet_limit:
            self.quiet += 1
        if captured:
            self.remove(captured)
        self.end_turn()
        self.judge(moved, captured)

    def move(self, origin: int, target: int) -> None:
        path = bitboard.square(origin) | bitboard.square(target)
        if self.to_move == ATTACKERS:
            self.attackers ^= path
        elif origin == self.king:
            self.king = target
        else:
            self.defenders ^= path
        self.turned ^= bitboard.square(self.masks.turned[origin]) | bitboard.square(self.masks.turned[target])

    # -- H5, H6: captures --

    def captures(self, moved: int) -> int:
        """Return what the moved piece captures, including the king if he is captured like other pieces (H8)."""
        king = bitboard.square(self.king)
        throne = self.masks.throne
        if self.to_move == ATTACKERS:  # H6: the throne is hostile to defenders only while it is empty
            mine = self.attackers
            theirs = self.defenders | king
            victims = theirs if self.king_sides == 2 and not king & self.masks.by_throne else self.defenders
            hostile = self.masks.corners | throne & ~king
        else:
            mine = self.defenders | king
            theirs = victims = self.attackers
            hostile = self.masks.corners | throne
        captured = sandwiched(self.masks, moved, victims, mine | hostile)
        if self.shield_walls and moved & self.masks.edge:
            captured |= edge.shield_walled(self.masks, moved, mine, theirs) & ~king
        return captured

    def remove(self, captured: int) -> None:
        """Remove the pieces. A captured king stays, because the game is over."""
        self.quiet = 0
        captured &= ~bitboard.square(self.king)
        self.attackers &= ~captured
        self.defenders &= ~captured
        while captured:
            self.turned ^= bitboard.square(self.masks.turned[bitboard.first(captured)])
            captured &= captured - 1

    # -- H7-H11: the end --

    def judge(self, moved: int, captured: int) -> None:
        """Check for the end of the game: first for the player who has moved, then for the one to move."""
        if self.to_move == DEFENDERS and (captured & bitboard.square(self.king) or self.king_enclosed(moved)):
            self.finish(ATTACKERS, KING_CAPTURED)
        else:
            self.judge_board()
        if self.reason == 0:
            self.judge_draws(captured)

    def judge_board(self) -> None:
        """Check the rules that depend only on the board: H7, H9, H13 and H10."""
        if self.king_escaped():
            self.finish(DEFENDERS, KING_ESCAPED)
        elif self.to_move == DEFENDERS and self.surrounded():
            self.finish(ATTACKERS, SURROUNDED)
        elif self.to_move == ATTACKERS and self.edge_forts and self.has_fort():
            self.finish(DEFENDERS, EDGE_FORT)
        elif not self.can_act():
            self.finish(1 - self.to_move, NO_ACTION)

    def king_escaped(self) -> bool:
        """H7: return whether the king is on a corner, or in `tablut` anywhere on the edge."""
        return (bitboard.square(self.king) & self.masks.goals) != 0

    def king_enclosed(self, moved: int) -> bool:
        """H8: return whether attackers, or the throne, are on all four sides; R: the moved one must be among them."""
        king = bitboard.square(self.king)
        if king & self.masks.edge:
            return False
        beside = steps.around(king, self.masks)
        return (beside & moved) != 0 and (beside & ~(self.attackers | self.masks.throne)) == 0

    def surrounded(self) -> bool:
        """H9: return whether no path without attackers leads from the edge to a light piece."""
        light = self.defenders | bitboard.square(self.king)
        free = self.masks.whole & ~self.attackers
        reached = self.masks.edge & free
        fresh = reached
        while fresh:
            if reached & light:
                return False
            fresh = steps.around(reached, self.masks) & free & ~reached
            reached |= fresh
        return True

    def has_fort(self) -> bool:
        """H13: return whether the king has an unbreakable edge fort."""
        return edge.fort(self.masks, self.attackers, self.defenders, bitboard.square(self.king))

    def can_act(self) -> bool:
        """H10: return whether the player to move has a legal move, maybe across the empty throne."""
        empty = self.masks.whole & ~self.occupied()
        mine = self.attackers if self.to_move == ATTACKERS else self.defenders
        throne = self.masks.throne
        if steps.around(mine, self.masks) & empty & ~(throne | self.masks.corners):
            return True
        if self.to_move == DEFENDERS and steps.around(bitboard.square(self.king), self.masks) & empty:
            return True
        if throne & empty:
            for direction in range(4):
                behind = steps.shifted(throne, direction, self.masks)
                if behind & empty and steps.shifted(throne, direction ^ 2, self.masks) & mine:
                    return True
        return False

    def judge_draws(self, captured: int) -> None:
        """H11: check both draws; R sets their limits. In `copenhagen` the king's side loses by repetition (H14)."""
        if captured:
            self.forget()
        if self.repeated():
            self.finish(ATTACKERS if self.repeaters_lose else action_codes.NOBODY, REPETITION)
        elif self.too_quiet():
            self.finish(action_codes.NOBODY, QUIET)

    def too_quiet(self) -> bool:
        """H11: return whether nothing has been captured for as many actions as the option says."""
        return self.quiet_limit != 0 and self.quiet >= self.quiet_limit

    def occupied(self) -> int:
        return self.attackers | self.defenders | bitboard.square(self.king)

    def turn_board(self) -> None:
        """Compute `turned` from the pieces."""
        pieces = self.occupied()
        self.turned = bitboard.joined(0, 0)
        while pieces:
            self.turned |= bitboard.square(self.masks.turned[bitboard.first(pieces)])
            pieces &= pieces - 1

    # -- for the spec --

    def squares(self, player: int) -> int:
        """Return the squares of a player's pieces, except the king, as bits."""
        men = self.attackers if player == ATTACKERS else self.defenders
        return int(bitboard.low(men)) | int(bitboard.high(men)) << 64

    def king_cell(self) -> int:
        """Return the king's cell."""
        return int(self.king)

    def quiet_actions(self) -> int:
        """Return how many actions in a row have captured nothing; not counted if there is no limit."""
        return int(self.quiet)

    def place(self, attackers: int, defenders: int, king: int, to_move: int, quiet: int) -> None:
        """Set the board from bits. If the position is already decided, the game is over."""
        self.attackers = bitboard.joined(attackers & bits.ALL, attackers >> 64)
        self.defenders = bitboard.joined(defenders & bits.ALL, defenders >> 64)
        self.king = king
        self.quiet = quiet
        self.to_move = to_move
        self.turn_board()
        self.judge_board()
        if self.reason == 0 and self.too_quiet():
            self.finish(action_codes.NOBODY, QUIET)
