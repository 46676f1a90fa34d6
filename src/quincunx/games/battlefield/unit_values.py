"""The value of units for bots: by role, HP, and how well they fight against the enemy's units."""

from __future__ import annotations

import math
from collections.abc import Sequence

from quincunx.games.battlefield import terms
from quincunx.games.battlefield.matchup import Matchup, attack_against
from quincunx.games.battlefield.profile import Profile

FULL = 20  # the condition of a unit with full HP that deals as much damage as it takes
BARELY = 0.4  # the share of its condition that a unit keeps with its last HP, because it can still act


def conditions(matchup: Matchup) -> dict[int, list[int]]:
    """Return, by profile number, the condition of the unit with 0 HP, 1 HP and so on up to full HP."""
    enemies = [list(roster.slots.values()) for roster in reversed(matchup.rosters)]
    return {
        number: _by_hp(profile, _quality(profile, enemies[number >= terms.FIRST_BLACK]))
        for number, profile in matchup.profiles.items()
    }


def _quality(profile: Profile, enemies: Sequence[Profile]) -> float:
    """Return a measure of the damage that the unit deals compared with what it takes; 1 in chess."""
    deals = sum(_share(profile, enemy) for enemy in enemies)
    suffers = sum(_share(enemy, profile) for enemy in enemies)
    return math.sqrt(min(4.0, max(0.25, (deals + 0.1) / (suffers + 0.1))))


def _share(attacker: Profile, defender: Profile) -> float:
    """Return the share of the defender's HP that one strike takes."""
    armour = defender.magic_defence if attacker.magical else defender.defence
    damage = max(0, attack_against(attacker, defender) - armour) >> (attacker.weapon == "healing_staff")
    return min(1.0, damage / (defender.hp + 1))


def _by_hp(profile: Profile, quality: float) -> list[int]:
    shares = [(hp + 1) / (profile.hp + 1) for hp in range(profile.hp + 1)]
    return [round(FULL * quality * (BARELY + (1 - BARELY) * share)) for share in shares]
