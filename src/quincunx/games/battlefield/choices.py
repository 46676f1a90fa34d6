"""The legal actions of the player to move.

Some units can certainly act without endangering their king; others are in doubt. If every hit kills (`deadly`, as in
chess), pins and checks are exact, and only pinned pawns and en passant are in doubt. With other armies an enemy unit
may or may not defeat the king, so doubtful actions are tried out: play the action, check the king, take it back.
"""

from __future__ import annotations

import cython

from quincunx.core import action_codes, bits
from quincunx.games.battlefield import attacks, terms
from quincunx.games.battlefield.battle import Battle

RANK_3 = 0x0000000000FF0000
RANK_6 = 0x0000FF0000000000
LAST_RANKS = 0xFF000000000000FF
STAGES = 4


def write_moves(origin: int, targets: int, out: list[int], end: int) -> int:
    """Write one move for each target."""
    while targets:
        out[end] = action_codes.action(action_codes.MOVE, origin, bits.lowest(targets))
        end += 1
        targets &= targets - 1
    return end


class Choices(Battle):
    """The actions of the player to move, or of the cheered unit that may act a second time (`acting` is its square)."""

    acting: int

    def generate(self, out: list[int], end: int) -> int:
        if self.acting != terms.NONE:
            out[end] = action_codes.action(action_codes.END, 0, 0)  # B9: acting a second time is optional
            end += 1
        for stage in range(STAGES):
            end = self.stage(stage, out, end)
        return end

    def can_act(self) -> bool:
        """Return whether there is any legal action besides `end`."""
        if not cython.compiled:
            buffer = [0] * action_codes.MAX_ACTIONS
        if not self.checkers and self.can_step():
            return True
        for stage in range(STAGES):
            if self.stage(stage, buffer, 0):
                return True
        return False

    def can_step(self) -> bool:
        """Return whether an unpinned officer can take a step: the fastest test for legal actions."""
        free = ~self.pieces[self.to_move] & bits.ALL
        units = self.movers() & ~(self.pinned | self.roles[terms.PAWN] | self.roles[terms.KING])
        while units:
            cell = bits.lowest(units)
            units &= units - 1
            role = self.matchup.role[self.units[cell] >> terms.HP_BITS]
            if attacks.STEPS[role << 6 | cell] & free:
                return True
        return False

    def movers(self) -> int:
        """Return the units that may act now: all of the player's, or the cheered one that has acted."""
        return self.pieces[self.to_move] if self.acting == terms.NONE else bits.bit(self.acting)

    def stage(self, stage: int, out: list[int], end: int) -> int:
        """Write the legal actions of one group of the units that may act now."""
        movers = self.movers()
        if stage == 0:
            return self.pawn_actions(movers & self.roles[terms.PAWN], out, end)
        if stage == 1:
            return self.officer_actions(movers, out, end)
        if stage == 2:
            return self.king_actions(movers & self.roles[terms.KING], out, end)
        return self.skill_actions(movers, out, end)

    def officer_actions(self, movers: int, out: list[int], end: int) -> int:
        """Write the moves of knights, bishops, rooks and queens, to attacked squares without a friendly unit."""
        free = ~self.pieces[self.to_move] & bits.ALL
        units = movers & ~(self.roles[terms.PAWN] | self.roles[terms.KING])
        while units:
            cell = bits.lowest(units)
            units &= units - 1
            end = self.moves(cell, self.reach(cell) & free, out, end)
        return end

    def moves(self, origin: int, targets: int, out: list[int], end: int) -> int:
        """Write the legal ones of an officer's moves: certain ones directly, the others after trying them out."""
        certain = self.shield
        if self.pinned >> origin & 1:
            certain = self.shield & self.pin_line(origin) if self.matchup.deadly else 0
        end = write_moves(origin, targets & certain, out, end)
        targets &= ~certain
        if targets and not self.matchup.deadly:
            start = end
            end = self.sift(out, start, write_moves(origin, targets, out, end))
        return end

    def king_actions(self, kings: int, out: list[int], end: int) -> int:
        """B12: write the king's moves; he may move into danger that is not lethal."""
        if not kings:
            return end
        enemy = 1 - self.to_move
        origin = bits.lowest(kings)
        others = (self.pieces[0] | self.pieces[1]) ^ kings
        targets = attacks.KING[origin] & ~self.pieces[self.to_move]
        danger = self.covered(self.dangerous(self.pieces[enemy], origin), others)
        if self.matchup.deadly:
            end = write_moves(origin, targets & (~danger | self.roles[terms.KING]), out, end)
        else:
            doubtful = targets & (danger | self.pieces[enemy])
            start = write_moves(origin, targets & ~doubtful, out, end)
            end = self.sift(out, start, write_moves(origin, doubtful, out, start))
        return self.castling(origin, out, end)

    def castling(self, king: int, out: list[int], end: int) -> int:
        """B13: write castling. No unit may be between king and rook, and no square on the king's path attacked."""
        rights = self.rights >> 2 * self.to_move & 3
        if not rights:
            return end
        taken = self.pieces[0] | self.pieces[1]
        covered = self.covered(self.pieces[1 - self.to_move], taken)
        if covered >> king & 1:
            return end
        blocked = taken | covered
        if rights & terms.KING_SIDE and not attacks.BETWEEN[king << 6 | (king + 3)] & blocked:
            out[end] = action_codes.action(action_codes.MOVE, king, king + 2)
            end += 1
        blocked = (covered & attacks.BETWEEN[king << 6 | (king - 3)]) | taken  # the rook may cross an attacked square
        if rights & terms.QUEEN_SIDE and not attacks.BETWEEN[king << 6 | (king - 4)] & blocked:
            out[end] = action_codes.action(action_codes.MOVE, king, king - 2)
            end += 1
        return end

    def pawn_actions(self, pawns: int, out: list[int], end: int) -> int:
        """Write steps, double steps, attacks, en passant, and promotions on the last rank."""
        if not pawns:
            return end
        certain = pawns & ~self.pinned
        if self.checkers and not self.matchup.deadly:
            certain = 0
        end = self.pawn_moves(certain, self.shield, out, end)
        if pawns != certain:
            start = end
            end = self.sift(out, start, self.pawn_moves(pawns & ~certain, bits.ALL, out, end))
        if self.passing != terms.NONE:
            end = self.en_passant(pawns, out, end)
        return end

    def pawn_moves(self, pawns: int, allowed: int, out: list[int], end: int) -> int:
        """Write the actions of these pawns on the allowed squares, except en passant."""
        empty = ~(self.pieces[0] | self.pieces[1]) & bits.ALL
        enemies = self.pieces[1 - self.to_move] & allowed
        if self.to_move == 0:
            steps = pawns << 8 & empty
            double_steps = (steps & RANK_3) << 8 & empty & allowed
            end = self.pawn_targets(steps & allowed, 8, out, end)
            end = self.pawn_targets(double_steps, 16, out, end)
            end = self.pawn_targets((pawns & attacks.NOT_FILE_A) << 7 & enemies, 7, out, end)
            return self.pawn_targets((pawns & attacks.NOT_FILE_H) << 9 & enemies, 9, out, end)
        steps = pawns >> 8 & empty
        double_steps = (steps & RANK_6) >> 8 & empty & allowed
        end = self.pawn_targets(steps & allowed, -8, out, end)
        end = self.pawn_targets(double_steps, -16, out, end)
        end = self.pawn_targets((pawns & attacks.NOT_FILE_H) >> 7 & enemies, -7, out, end)
        return self.pawn_targets((pawns & attacks.NOT_FILE_A) >> 9 & enemies, -9, out, end)

    def pawn_targets(self, targets: int, offset: int, out: list[int], end: int) -> int:
        """Write an action for each target, with the pawn at this offset; four if the pawn will be promoted (B15)."""
        while targets:
            target = bits.lowest(targets)
            origin = target - offset
            targets &= targets - 1
            if LAST_RANKS >> target & 1 and self.will_arrive(origin, target):
                for role in range(4):
                    out[end] = action_codes.action(terms.PROMOTION + role, origin, target)
                    end += 1
            else:
                out[end] = action_codes.action(action_codes.MOVE, origin, target)
                end += 1
        return end

    def will_arrive(self, origin: int, target: int) -> bool:
        """Return whether the square is empty, or the attack will defeat the unit on it."""
        if self.matchup.deadly or not self.units[target]:
            return True
        self.fight(origin, target)
        return self.defender_hp < 0

    def en_passant(self, pawns: int, out: list[int], end: int) -> int:
        """B15: write attacks on the pawn that has just passed. Try them out, because two squares may become empty."""
        if self.pieces[self.to_move] >> self.passing & 1:
            return end
        behind = self.passing + (8 if self.to_move == 0 else -8)
        pawns &= attacks.PAWN[(1 - self.to_move) << 6 | behind]
        start = end
        while pawns:
            out[end] = action_codes.action(action_codes.MOVE, bits.lowest(pawns), behind)
            end += 1
            pawns &= pawns - 1
        return self.sift(out, start, end)

    def can_take_in_passing(self) -> bool:
        """Return whether en passant is a legal action now."""
        if not cython.compiled:
            buffer = [0] * 2
        if self.passing == terms.NONE:
            return False
        return self.en_passant(self.movers() & self.roles[terms.PAWN], buffer, 0) > 0

    def may_take_in_passing(self) -> bool:
        """B15: return whether en passant can be played in this turn: now, or as a cheered pawn's second action."""
        if self.can_take_in_passing():
            return True
        pawns = self.marks[terms.CHEERED] & self.roles[terms.PAWN] & self.pieces[self.to_move]
        if self.acting != terms.NONE:
            pawns = 0
        while pawns:
            if self.may_come_to_take(bits.lowest(pawns)):
                return True
            pawns &= pawns - 1
        return False

    def may_come_to_take(self, pawn: int) -> bool:
        """Return whether some first action of the pawn allows en passant as its second."""
        if not cython.compiled:
            buffer = [0] * action_codes.MAX_ACTIONS
        end = self.pawn_actions(bits.bit(pawn), buffer, 0)
        end = self.skill_actions(bits.bit(pawn), buffer, end)
        found = False
        for i in range(end):
            at = self.set_aside()
            self.acting = self.resolve(action_codes.kind_of(buffer[i]), pawn, action_codes.target_of(buffer[i]))
            if self.acting != terms.NONE and self.can_take_in_passing():
                found = True
            self.bring_back(at)
        return found

    def skill_actions(self, movers: int, out: list[int], end: int) -> int:
        """B9: write heals and cheers, on squares that the unit attacks."""
        start = end
        units = movers & self.marks[terms.HEALER]
        while units:
            origin = bits.lowest(units)
            units &= units - 1
            friends = self.reach(origin) & self.pieces[self.to_move]
            while friends:
                target = bits.lowest(friends)
                friends &= friends - 1
                if self.units[target] & terms.HP_MASK < self.matchup.hp[self.units[target] >> terms.HP_BITS]:
                    out[end] = action_codes.action(terms.HEAL, origin, target)
                    end += 1
        units = movers & self.marks[terms.CHEERER]
        while units:
            origin = bits.lowest(units)
            units &= units - 1
            friends = self.reach(origin) & self.pieces[self.to_move] & ~self.marks[terms.CHEERER]
            while friends:
                out[end] = action_codes.action(terms.CHEER, origin, bits.lowest(friends))
                end += 1
                friends &= friends - 1
        return self.sift(out, start, end) if self.checkers else end

    # -- the king's safety (B12) --

    def watch_king(self) -> None:
        """Find the enemies that may defeat the king now, and the pinned units.

        `shield` are the squares where an unpinned unit can certainly go.
        """
        self.checkers = 0
        self.pinned = 0
        self.shield = 0
        kings = self.roles[terms.KING] & self.pieces[self.to_move]
        if not kings:
            return
        king = bits.lowest(kings)
        enemy = 1 - self.to_move
        occupied = self.pieces[0] | self.pieces[1]
        self.checkers = self.dangerous(self.attackers(enemy, king, occupied), king)
        self.pinned = self.pins(king, occupied)
        if not self.checkers:
            self.shield = bits.ALL
        elif self.matchup.deadly:
            if self.checkers & (self.checkers - 1) == 0:
                self.shield = self.checkers | attacks.BETWEEN[king << 6 | bits.lowest(self.checkers)]
            self.shield |= self.roles[terms.KING] & self.pieces[enemy]  # R: defeating the king is always legal

    def pins(self, king: int, occupied: int) -> int:
        """Return the units that are alone on the line between their king and an enemy that might defeat him."""
        mine = self.pieces[self.to_move]
        queens = self.roles[terms.QUEEN]
        straight = (attacks.RANK[king] | attacks.FILE[king]) & (self.roles[terms.ROOK] | queens)
        diagonal = (attacks.RISING[king] | attacks.FALLING[king]) & (self.roles[terms.BISHOP] | queens)
        afar = (straight | diagonal) & ~mine
        pinned = 0
        while afar:
            cell = bits.lowest(afar)
            afar &= afar - 1
            between = attacks.BETWEEN[king << 6 | cell] & occupied
            if between & mine and between & (between - 1) == 0 and self.dangerous(bits.bit(cell), king):
                pinned |= between
        return pinned

    def pin_line(self, origin: int) -> int:
        """Return the squares where a pinned unit still covers its king, and the enemy king's square."""
        kings = self.roles[terms.KING]
        king = bits.lowest(kings & self.pieces[self.to_move])
        return attacks.line(king, origin) | kings

    def sift(self, out: list[int], start: int, end: int) -> int:
        """Keep only the legal actions between start and end; return the new end."""
        kept = start
        for i in range(start, end):
            if self.try_out(out[i]):
                out[kept] = out[i]
                kept += 1
        return kept

    def try_out(self, action: int) -> bool:
        """B12: return whether the action leaves the player's king safe, or defeats the enemy's."""
        at = self.set_aside()
        self.resolve(action_codes.kind_of(action), action_codes.origin_of(action), action_codes.target_of(action))
        kings = self.roles[terms.KING]
        mine = self.pieces[self.to_move]
        legal = kings & ~mine == 0 or (kings & mine != 0 and not self.in_check(self.to_move))
        self.bring_back(at)
        return legal

    def set_aside(self) -> int:
        """Save the state to try something out; return the index for `bring_back`."""
        at = self.frames.extend(self.frame_words)
        self.save(self.frames.data, at)
        return at

    def bring_back(self, at: int) -> None:
        """Restore the state that `set_aside` saved."""
        self.load(self.frames.data, at)
        self.frames.size = at
