"""The immediate gain of actions: from exchanges if every hit kills, otherwise from the strikes of a battle."""

from __future__ import annotations

from collections.abc import Sequence

import cython

from quincunx.core import action_codes, bits
from quincunx.core.evaluator import Evaluator
from quincunx.core.state import State
from quincunx.games.battlefield import terms
from quincunx.games.battlefield.matchup import Matchup
from quincunx.games.battlefield.profile import ROLES
from quincunx.games.battlefield.rules import BattlefieldState
from quincunx.games.battlefield.unit_values import FULL, conditions

PRICELESS = 500  # the weight of a king's condition: more than everything else together


class Gains(Evaluator):
    """Values units by their condition times the weight of their role. The first weights are for queen to pawn."""

    def __init__(self, weights: Sequence[float], matchup: Matchup) -> None:
        super().__init__(weights)
        self.condition = [0] * 5248  # by unit: profile and HP
        self.price = [0] * 5248  # the same in hundredths of an ordinary piece
        for number, by_hp in conditions(matchup).items():
            role = ROLES.index(matchup.profiles[number].role)
            for hp, condition in enumerate(by_hp):
                unit = number << terms.HP_BITS | hp
                self.condition[unit] = condition
                self.price[unit] = FULL * PRICELESS if role == terms.KING else round(condition * weights[role - 1])

    def gain(self, state: State, action: int) -> int:
        kind = action_codes.kind_of(action)
        if kind != action_codes.MOVE and kind != terms.PROMOTION:  # promotions to lesser pieces are rarely useful
            return 0
        return self.gain_on(
            cython.cast(BattlefieldState, state), kind, action_codes.origin_of(action), action_codes.target_of(action)
        )

    def gain_on(self, state: BattlefieldState, kind: int, origin: int, target: int) -> int:
        """Return the gain of a capture or strike, plus that of a promotion."""
        total = 0
        if kind == terms.PROMOTION:
            promoted = state.matchup.promoted[4 * state.to_move]
            total = self.price[promoted << terms.HP_BITS | state.matchup.hp[promoted]] - self.price[state.units[origin]]
        victim = target
        if not state.units[target]:
            if not state.roles[terms.PAWN] >> origin & 1 or (origin ^ target) & 7 == 0:
                return total
            victim = state.passing
        if state.matchup.deadly:
            return total + self.capture(state, origin, target, self.price[state.units[victim]])
        return total + self.battle(state, origin, victim)

    # -- every hit kills --

    def capture(self, state: BattlefieldState, origin: int, target: int, won: int) -> int:
        """Return the gain of a capture. If the victim is worth no less than the captor, recaptures don't matter."""
        risked = self.price[state.units[origin]]
        if risked <= won:
            return won - (risked >> 4)
        return self.exchange(state, origin, target, won)

    def exchange(self, state: BattlefieldState, origin: int, target: int, won: int) -> int:
        """Return the net gain after all recaptures on the square; each side stops if continuing would lose material."""
        if not cython.compiled:
            balance = [0] * 34
        balance[0] = won
        last = 0
        side = 1 - state.to_move
        occupied = (state.pieces[0] | state.pieces[1]) ^ bits.bit(origin)
        standing = self.price[state.units[origin]]
        found = state.attackers(side, target, occupied) & occupied
        while found:
            cell = self.cheapest(state, found)
            last += 1
            balance[last] = standing - balance[last - 1]
            standing = self.price[state.units[cell]]
            occupied ^= bits.bit(cell)
            side = 1 - side
            found = state.attackers(side, target, occupied) & occupied
        while last:
            balance[last - 1] = min(balance[last - 1], -balance[last])
            last -= 1
        return balance[0]

    def cheapest(self, state: BattlefieldState, units: int) -> int:
        """Return the square of the least valuable of these units."""
        role = terms.PAWN
        while units & state.roles[role] == 0:
            role -= 1
        return bits.lowest(units & state.roles[role])

    # -- battles --

    def battle(self, state: BattlefieldState, origin: int, victim: int) -> int:
        """Return the enemy's loss from the strikes, minus the attacker's, and minus its loss from a likely recapture.

        Only strikes that kill are forcing. The others can wait, and there are too many to search.
        """
        state.fight(origin, victim)
        attacker_hp, defender_hp = state.attacker_hp, state.defender_hp
        lost = self.loss(state.units[origin], attacker_hp)
        if defender_hp >= 0:
            return min(0, self.loss(state.units[victim], defender_hp) - lost)
        left = self.price[state.units[origin]] - lost
        return self.price[state.units[victim]] - lost - (left if self.in_reach(state, origin, victim) else 0)

    def loss(self, unit: int, hp: int) -> int:
        """Return the loss of a unit whose HP go down to this number; below 0, all of its value."""
        return self.price[unit] - (self.price[(unit & ~terms.HP_MASK) | hp] if hp >= 0 else 0)

    def in_reach(self, state: BattlefieldState, origin: int, target: int) -> bool:
        """Return whether an enemy that attacks the target could then defeat the unit in one strike."""
        occupied = (state.pieces[0] | state.pieces[1]) ^ bits.bit(origin)
        found = state.attackers(1 - state.to_move, target, occupied)
        while found:
            if state.damage(bits.lowest(found), origin) > state.units[origin] & terms.HP_MASK:
                return True
            found &= found - 1
        return False

    # -- other methods for searchers --

    def settled(self, state: State) -> bool:
        """Return False in check if every hit kills. With armies, check is common and has too many replies to search."""
        return self.is_safe(cython.cast(BattlefieldState, state))

    def is_safe(self, state: BattlefieldState) -> bool:
        return state.checkers == 0 or not state.matchup.deadly

    def may_skip(self, state: State) -> bool:
        """Return False in check, or with only pawns and king, where zugzwang is common."""
        return self.has_time(cython.cast(BattlefieldState, state))

    def has_time(self, state: BattlefieldState) -> bool:
        officers = state.pieces[state.to_move] & ~(state.roles[terms.PAWN] | state.roles[terms.KING])
        return state.checkers == 0 and officers != 0
