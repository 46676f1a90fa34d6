"""What may be done: the legal actions of the player to move.

Some units certainly may act without harm to their king; others are in doubt. Where every hit kills (`deadly`, as in
chess), pins and checks are exact and nobody is in doubt but pinned pawns and en passant. With other armies an enemy
unit may or may not defeat the king, so what is in doubt is tried out: play it, look, take it back.
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
    """One move for each target."""
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
            out[end] = action_codes.action(action_codes.END, 0, 0)  # B9: acting a second time is a choice
            end += 1
        for stage in range(STAGES):
            end = self.stage(stage, out, end)
        return end

    def can_act(self) -> bool:
        """Whether there is any legal action, `end` apart."""
        if not cython.compiled:
            buffer = [0] * action_codes.MAX_ACTIONS
        if not self.checkers and self.can_step():
            return True
        for stage in range(STAGES):
            if self.stage(stage, buffer, 0):
                return True
        return False

    def can_step(self) -> bool:
        """Whether an officer who is not pinned has room for a step: the quickest way to see that there are actions."""
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
        """The units that may act now: all of the player's, or the cheered one that has acted."""
        return self.pieces[self.to_move] if self.acting == terms.NONE else bits.bit(self.acting)

    def stage(self, stage: int, out: list[int], end: int) -> int:
        """The legal actions of one part of the units that may act now."""
        movers = self.movers()
        if stage == 0:
            return self.pawn_actions(movers & self.roles[terms.PAWN], out, end)
        if stage == 1:
            return self.officer_actions(movers, out, end)
        if stage == 2:
            return self.king_actions(movers & self.roles[terms.KING], out, end)
        return self.skill_actions(movers, out, end)

    def officer_actions(self, movers: int, out: list[int], end: int) -> int:
        """Knights, bishops, rooks and queens: to any square they attack where no friend stands."""
        free = ~self.pieces[self.to_move] & bits.ALL
        units = movers & ~(self.roles[terms.PAWN] | self.roles[terms.KING])
        while units:
            cell = bits.lowest(units)
            units &= units - 1
            end = self.moves(cell, self.reach(cell) & free, out, end)
        return end

    def moves(self, origin: int, targets: int, out: list[int], end: int) -> int:
        """The legal ones of an officer's moves: the certain ones as they are, the others where trying shows it."""
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
        """B12: the king may go into danger that is not lethal."""
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
        """B13: nothing between king and rook, no square of the king's way attacked, lethally or not."""
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
        """Steps, double steps, attacks, en passant, and promotion on the last rank."""
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
        """What these pawns may do apart from en passant, on the allowed squares."""
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
        """An action for each target, a pawn's own offset away; four where the pawn will be promoted (B15)."""
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
        """Whether the square is empty, or the attack on it will defeat who stands there."""
        if self.matchup.deadly or not self.units[target]:
            return True
        self.fight(origin, target)
        return self.defender_hp < 0

    def en_passant(self, pawns: int, out: list[int], end: int) -> int:
        """B15: attacks on the pawn that has just passed. Always tried out: two squares may empty at once."""
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
        """Whether en passant is a legal action now."""
        if not cython.compiled:
            buffer = [0] * 2
        if self.passing == terms.NONE:
            return False
        return self.en_passant(self.movers() & self.roles[terms.PAWN], buffer, 0) > 0

    def may_take_in_passing(self) -> bool:
        """B15: whether en passant can be played in this turn: now, or after the first action of a cheered pawn."""
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
        """Whether some first action of the pawn makes en passant its second."""
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
        """B9: heals and cheers, on squares that the unit attacks."""
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
        """Find the enemies that may harm the king now, and the units that alone keep others from it.

        `shield` are the squares where a unit that is not pinned can certainly go.
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
            self.shield |= self.roles[terms.KING] & self.pieces[enemy]  # R: to defeat the king is always legal

    def pins(self, king: int, occupied: int) -> int:
        """The units that stand alone between their king and an enemy who might harm him from afar."""
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
        """Where a pinned unit can go with its king behind it, and where the enemy king stands."""
        kings = self.roles[terms.KING]
        king = bits.lowest(kings & self.pieces[self.to_move])
        return attacks.line(king, origin) | kings

    def sift(self, out: list[int], start: int, end: int) -> int:
        """Keep the legal ones of the actions from start to end; return the new end."""
        kept = start
        for i in range(start, end):
            if self.try_out(out[i]):
                out[kept] = out[i]
                kept += 1
        return kept

    def try_out(self, action: int) -> bool:
        """B12: whether the player's king stands safe once the action is resolved, or the enemy's has fallen."""
        at = self.set_aside()
        self.resolve(action_codes.kind_of(action), action_codes.origin_of(action), action_codes.target_of(action))
        kings = self.roles[terms.KING]
        mine = self.pieces[self.to_move]
        legal = kings & ~mine == 0 or (kings & mine != 0 and not self.in_check(self.to_move))
        self.bring_back(at)
        return legal

    def set_aside(self) -> int:
        """Keep the state as it is, to try something out; `bring_back` takes what this returns."""
        at = self.frames.extend(self.frame_words)
        self.save(self.frames.data, at)
        return at

    def bring_back(self, at: int) -> None:
        """The state is again as it was set aside."""
        self.load(self.frames.data, at)
        self.frames.size = at
