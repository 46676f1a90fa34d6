"""Battlefield chess. The rules page explains rules B1–B16 and the rulings marked R.

A turn is one action, or two by a cheered unit: while it may act a second time, `acting` is its square.
"""

from __future__ import annotations

from quincunx.core import action_codes, bits
from quincunx.games.battlefield import terms
from quincunx.games.battlefield.choices import Choices
from quincunx.games.battlefield.matchup import matchup_of

CHECKMATE = 1
KING_DEFEATED = 2
STALEMATE = 3
REPETITION = 4
QUIET = 5


class BattlefieldState(Choices):
    """White is player 0, black is player 1."""

    def setup(self) -> None:
        """Set up the armies on their slots, mirrored vertically for black."""
        self.matchup = matchup_of(self.game)
        self.clear()
        for slot in range(16):
            self.put(slot, self.matchup.slots[slot], self.matchup.hp[self.matchup.slots[slot]])
            self.put(slot ^ 56, self.matchup.slots[16 + slot], self.matchup.hp[self.matchup.slots[16 + slot]])
        self.rights = 15
        self.quiet_limit = self.game.options["quiet"]
        self.quiet = 0
        self.progress = False
        self.acting = terms.NONE
        self.watch_king()

    def save(self, out: list[int], at: int) -> int:
        for cell in range(64):
            out[at + cell] = self.units[cell]
        at += 64
        for mark in range(terms.MARKS):
            out[at + mark] = self.marks[mark]
        at += terms.MARKS
        for role in range(6):
            out[at + role] = self.roles[role]
        out[at + 6] = self.pieces[0]
        out[at + 7] = self.pieces[1]
        out[at + 8] = self.marked
        out[at + 9] = self.units_key
        out[at + 10] = self.rights
        out[at + 11] = self.passing
        out[at + 12] = self.acting
        out[at + 13] = self.quiet
        out[at + 14] = self.checkers
        out[at + 15] = self.pinned
        out[at + 16] = self.shield
        return at + 17

    def load(self, words: list[int], at: int) -> None:
        for cell in range(64):
            self.units[cell] = words[at + cell]
        at += 64
        for mark in range(terms.MARKS):
            self.marks[mark] = words[at + mark]
        at += terms.MARKS
        for role in range(6):
            self.roles[role] = words[at + role]
        self.pieces[0] = words[at + 6]
        self.pieces[1] = words[at + 7]
        self.marked = words[at + 8]
        self.units_key = words[at + 9]
        self.rights = words[at + 10]
        self.passing = words[at + 11]
        self.acting = words[at + 12]
        self.quiet = words[at + 13]
        self.checkers = words[at + 14]
        self.pinned = words[at + 15]
        self.shield = words[at + 16]

    def position_key(self) -> int:
        """B14: return the hash of units with HP and effects, rights, the player to move, and playable en passant."""
        key = bits.mix(self.units_key, self.to_move | self.rights << 1 | self.passing << 5 | self.acting << 12)
        if self.marked:
            for mark in range(terms.KNIVES, terms.MARKS):
                key = bits.mix(key, self.marks[mark])
        return bits.finish(key)

    def step(self, action: int) -> None:
        if self.acted == 1:  # B14 counts turns; progress in either action of a turn resets it to 0
            self.quiet += 1
        self.progress = False
        cheered = self.marks[terms.CHEERED] >> action_codes.origin_of(action) & 1
        self.acting = terms.NONE
        if action_codes.kind_of(action) != action_codes.END:
            stands = self.resolve(
                action_codes.kind_of(action), action_codes.origin_of(action), action_codes.target_of(action)
            )
            if self.progress:
                self.quiet = 0
                self.forget()
            if cheered and self.acted == 1 and stands != terms.NONE and self.goes_on(stands):
                return
        self.end_turn()
        self.count_down()
        self.watch_king()
        self.keep_en_passant()
        self.judge(self.repeated())

    def skip(self) -> None:
        """End the turn as after an action, so that the opponent's actions are legal."""
        Choices.skip(self)
        self.acting = terms.NONE
        self.count_down()
        self.keep_en_passant()
        self.watch_king()

    def goes_on(self, cell: int) -> bool:
        """B9: return whether the cheered unit, now on this cell, has a second action to choose."""
        if self.roles[terms.KING] & self.pieces[1 - self.to_move] == 0:
            return False
        self.acting = cell
        self.watch_king()
        self.keep_en_passant()
        if not self.can_act():
            self.acting = terms.NONE
        return self.acting != terms.NONE

    def keep_en_passant(self) -> None:
        """B14, B15: keep the en passant right only if it can be used in this turn."""
        if self.passing == terms.NONE:
            return
        if self.pieces[self.to_move] >> self.passing & 1:  # the player's own double step, in this turn or the last
            stands = self.acting != terms.NONE
        else:
            stands = self.may_take_in_passing()
        if not stands:
            self.passing = terms.NONE

    def judge(self, repeats: bool) -> None:
        """B14: check whether the game is over as this turn starts, in the rule's order."""
        if self.roles[terms.KING] & self.pieces[self.to_move] == 0:
            self.finish(1 - self.to_move, KING_DEFEATED)
        elif not self.can_act():
            if self.in_check(self.to_move):
                self.finish(1 - self.to_move, CHECKMATE)
            else:
                self.finish(action_codes.NOBODY, STALEMATE)
        elif repeats:
            self.finish(action_codes.NOBODY, REPETITION)
        elif self.quiet_limit and self.quiet >= self.quiet_limit:
            self.finish(action_codes.NOBODY, QUIET)

    # -- for the spec --

    def unit_at(self, cell: int) -> tuple[int, int]:
        """Return the profile's number (0: no unit) and the HP of the unit on the square."""
        return int(self.units[cell]) >> terms.HP_BITS, int(self.units[cell]) & terms.HP_MASK

    def effects_at(self, cell: int) -> tuple[int, int]:
        """Return the counts of knives and of cheer on the unit; 0 without the effect."""
        knives = cheered = 0
        for count in range(terms.LASTING):
            knives += (count + 1) * int(self.marks[terms.KNIVES + count] >> cell & 1)
            cheered += (count + 1) * int(self.marks[terms.CHEERED + count] >> cell & 1)
        return knives, cheered

    def squares(self, player: int) -> int:
        """Return the squares of a player's units, as bits."""
        return int(self.pieces[player])

    def attacked_from(self, cell: int) -> int:
        """Return the squares that the unit on the cell attacks, as bits."""
        return int(self.reach(cell))

    def attackers_of(self, cell: int) -> int:
        """Return the enemy's units that attack the square, as bits."""
        return int(self.attackers(1 - self.to_move, cell, self.pieces[0] | self.pieces[1]))

    def memory(self) -> tuple[int, int, int, int]:
        """Return castling rights, the pawn that has passed, the unit that may act again (64: none), and quiet turns."""
        return int(self.rights), int(self.passing), int(self.acting), int(self.quiet)

    def checked(self) -> bool:
        """Return whether the player to move is in check."""
        return self.in_check(self.to_move)

    def checkers_now(self) -> list[int]:
        """Return the squares of the enemy's units that give check to the player to move."""
        return self.fatal_to(self.to_move)

    def outcome_for_king(self, action: int) -> tuple[bool, list[int]]:
        """B12: return whether the player's king would survive the action, and the squares that would then give check.

        The action may be illegal because of the king's safety, but for no other reason.
        """
        origin, target = action_codes.origin_of(action), action_codes.target_of(action)
        at = self.set_aside()
        if self.roles[terms.PAWN] >> origin & 1 and (origin ^ target) & 7 and not self.units[target]:
            self.passing = target - 8 if self.to_move == 0 else target + 8  # the right may be lost already
        self.resolve(action_codes.kind_of(action), origin, target)
        stands = self.roles[terms.KING] & self.pieces[self.to_move] != 0
        checkers = self.fatal_to(self.to_move) if stands else []
        self.bring_back(at)
        return stands, checkers

    def fatal_to(self, side: int) -> list[int]:
        """Return the squares of the units that could attack the side's king now and would defeat him."""
        king = bits.lowest(self.roles[terms.KING] & self.pieces[side])
        found = int(self.attackers(1 - side, king, self.pieces[0] | self.pieces[1]))
        cells = [cell for cell in range(64) if found >> cell & 1]
        return [cell for cell in cells if self.matchup.deadly or self.fatal(cell, king)]

    def takes_in_passing(self) -> bool:
        """Return whether en passant is a legal action now."""
        return self.can_take_in_passing()

    def forecast_battle(self, attacker: int, defender: int) -> tuple[int, int, int, int]:
        """B7: return who strikes first (0: attacker), the number of strikes, and the HP of both afterwards."""
        self.fight(attacker, defender)
        return int(self.opener), int(self.strikes), int(self.attacker_hp), int(self.defender_hp)

    def empty_field(self, to_move: int) -> None:
        """Start setting up a position."""
        self.clear()
        self.to_move = to_move
        self.acting = terms.NONE

    def add_unit(self, cell: int, profile: int, hp: int, knives: int, cheered: int) -> None:
        """Put a unit on an empty square, with the counts of its effects."""
        self.put(cell, profile, hp)
        if knives:
            self.set_effect(terms.KNIVES, cell, knives)
        if cheered:
            self.set_effect(terms.CHEERED, cell, cheered)

    def take_up(self, rights: int, passing: int, acting: int, quiet: int) -> None:
        """Finish setting up: set the rights; at the start of a turn, check whether the game is over."""
        self.rights = rights
        self.passing = passing
        self.acting = acting
        self.quiet = quiet
        self.watch_king()
        self.keep_en_passant()
        if acting == terms.NONE:
            self.judge(False)

    def has_choice(self) -> bool:
        """Return whether there is a legal action besides `end`."""
        return self.can_act()
