"""The effects of actions: battles (B5–B8, B10, B11), skills (B9), arrivals (B13, B15); and check (B12)."""

from __future__ import annotations

from quincunx.core import bits
from quincunx.games.battlefield import attacks, terms
from quincunx.games.battlefield.field import Field


class Battle(Field):
    """The field, with the effects of actions."""

    # -- strikes --

    def damage(self, attacker: int, defender: int) -> int:
        """Return a strike's damage by B5, with B10's passive skills and B11's knives, for the current field."""
        side = self.pieces[1] >> attacker & 1
        striking = self.units[attacker] >> terms.HP_BITS
        pair = striking * terms.PROFILES + (self.units[defender] >> terms.HP_BITS)
        attack = self.matchup.attack[pair]
        armour = self.matchup.armour[pair]
        if self.marked:
            if self.marks[terms.BANNER] & self.pieces[side] & attacks.KING[attacker]:
                attack += terms.BANNER_ATK
            if self.marks[terms.DREAD] & self.pieces[1 - side] & attacks.KING[attacker]:
                attack -= terms.DREAD_ATK
            if self.marks[terms.WARD] & self.pieces[1 - side] & attacks.KING[defender]:
                armour += terms.WARD_DEF
            if self.knifed() >> defender & 1:
                armour -= terms.KNIVES_DEF
        damage = max(attack, 0) - max(armour, 0)
        return max(damage, 0) >> self.matchup.halved[striking]

    def knifed(self) -> int:
        """Return the units weakened by Throwing Knives."""
        return self.marks[terms.KNIVES] | self.marks[terms.KNIVES + 1] | self.marks[terms.KNIVES + 2]

    def fight(self, attacker: int, defender: int) -> None:
        """B7: compute the battle of two units without changing the field.

        `opener` is the unit that strikes first (0 the attacker, 1 the defender), `strikes` the number of strikes.
        """
        self.attacker_hp = self.units[attacker] & terms.HP_MASK
        self.defender_hp = self.units[defender] & terms.HP_MASK
        self.opener = 0
        self.strikes = 1
        if self.matchup.vantage[self.units[defender] >> terms.HP_BITS] and self.counters(defender, attacker):
            self.opener = 1
            self.attacker_hp -= self.damage(defender, attacker)
            if self.attacker_hp < 0:
                return
            self.strikes = 2
        self.defender_hp -= self.damage(attacker, defender)
        if self.opener == 0 and self.defender_hp >= 0 and self.counters(defender, attacker):
            self.attacker_hp -= self.damage(defender, attacker)
            self.strikes = 2

    # -- what an action does --

    def resolve(self, kind: int, origin: int, target: int) -> int:
        """Perform an action. Return where its unit is afterwards; NONE if it has fallen or been promoted."""
        if kind == terms.HEAL:
            profile = self.units[target] >> terms.HP_BITS
            healing = self.matchup.healing[self.units[origin] >> terms.HP_BITS]
            hp = (self.units[target] & terms.HP_MASK) + healing
            self.set_hp(target, min(hp, self.matchup.hp[profile]))
            return origin
        if kind == terms.CHEER:
            self.set_effect(terms.CHEERED, target, terms.LASTING)
            return origin
        if self.units[target]:
            return self.attack(kind, origin, target, target)
        if self.roles[terms.PAWN] >> origin & 1 and (origin ^ target) & 7:
            return self.attack(kind, origin, self.passing, target)
        if self.roles[terms.KING] >> origin & 1 and attacks.KING[origin] >> target & 1 == 0:
            self.shift(target + 1 if target > origin else target - 2, (origin + target) >> 1)
        return self.arrive(kind, origin, target)

    def arrive(self, kind: int, origin: int, target: int) -> int:
        """Move the unit to the empty square; a pawn may be promoted there (B15), or allow en passant."""
        pawn = self.roles[terms.PAWN] >> origin & 1
        if pawn:
            self.progress = True
        if kind >= terms.PROMOTION:
            promoted = self.matchup.promoted[4 * self.to_move + kind - terms.PROMOTION]
            self.remove(origin)
            self.put(target, promoted, self.matchup.hp[promoted])
            return terms.NONE
        self.shift(origin, target)
        if pawn and (target - origin == 16 or target - origin == -16):
            self.passing = target
        return target

    def attack(self, kind: int, origin: int, defender: int, target: int) -> int:
        """B7 and B8: perform the battle, and return where the attacker is afterwards."""
        attacking = self.units[origin] >> terms.HP_BITS
        defending = self.units[defender] >> terms.HP_BITS
        self.fight(origin, defender)
        if self.opener == 1 or self.strikes == 2:
            self.suffer(origin, self.attacker_hp, defending)
        if self.opener == 0 or self.strikes == 2:
            self.suffer(defender, self.defender_hp, attacking)
        if self.attacker_hp < 0:
            return terms.NONE
        if self.defender_hp < 0:
            return self.arrive(kind, origin, target)
        between = attacks.BETWEEN[origin << 6 | defender]
        if not between:
            return origin
        stop = bits.lowest(between & attacks.KING[defender])
        self.shift(origin, stop)
        return stop

    def suffer(self, cell: int, hp: int, striker: int) -> None:
        """Apply a strike to a unit: it falls at 0 HP (B6), and knives weaken it (B11)."""
        if hp < 0:
            self.progress = True
            self.remove(cell)
            return
        self.set_hp(cell, hp)
        if self.matchup.knives[striker]:
            self.set_effect(terms.KNIVES, cell, terms.LASTING)

    # -- the king's safety --

    def fatal(self, attacker: int, king: int) -> bool:
        """B12: return whether the unit's attack would defeat the king, who may have Vantage."""
        strikes_first = self.matchup.vantage[self.units[king] >> terms.HP_BITS] and self.counters(king, attacker)
        if strikes_first and self.damage(king, attacker) > self.units[attacker] & terms.HP_MASK:
            return False
        return self.damage(attacker, king) > self.units[king] & terms.HP_MASK

    def in_check(self, side: int) -> bool:
        """B12: return whether an enemy unit, pinned or not, could attack the king now and would defeat him."""
        king = bits.lowest(self.roles[terms.KING] & self.pieces[side])
        found = self.attackers(1 - side, king, self.pieces[0] | self.pieces[1])
        while found:
            if self.matchup.deadly or self.fatal(bits.lowest(found), king):
                return True
            found &= found - 1
        return False

    def dangerous(self, units: int, king: int) -> int:
        """Return the enemy units among these that might defeat the king, with the worst passive skills for him."""
        if self.matchup.deadly:
            return units
        hp = self.units[king] & terms.HP_MASK
        knifed = self.knifed() >> king & 1
        found = 0
        while units:
            cell = bits.lowest(units)
            if self.matchup.peril[2 * (self.units[cell] >> terms.HP_BITS) + knifed] > hp:
                found |= bits.bit(cell)
            units &= units - 1
        return found
