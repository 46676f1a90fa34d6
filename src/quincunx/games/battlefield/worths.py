"""What units are worth to a bot: by their role, their HP, and how they fare against the units on the other side."""

from __future__ import annotations

import math
from collections.abc import Sequence

from quincunx.games.battlefield import terms
from quincunx.games.battlefield.matchup import Matchup, attack_against
from quincunx.games.battlefield.profile import Profile

FULL = 20  # the condition of a healthy unit that strikes as well as it is struck
BARELY = 0.4  # the part of its condition that a unit keeps with its last HP: it still acts


def conditions(matchup: Matchup) -> dict[int, list[int]]:
    """By profile number, the condition of the unit with 0 HP, 1 HP and so on to its full HP."""
    enemies = [list(roster.slots.values()) for roster in reversed(matchup.rosters)]
    return {
        number: _by_hp(profile, _quality(profile, enemies[number >= terms.FIRST_BLACK]))
        for number, profile in matchup.profiles.items()
    }


def _quality(profile: Profile, enemies: Sequence[Profile]) -> float:
    """How much more of an enemy a strike of the unit takes than an enemy's strike takes of it; 1 in chess."""
    deals = sum(_share(profile, enemy) for enemy in enemies)
    suffers = sum(_share(enemy, profile) for enemy in enemies)
    return math.sqrt(min(4.0, max(0.25, (deals + 0.1) / (suffers + 0.1))))


def _share(attacker: Profile, defender: Profile) -> float:
    """The part of the defender's life that one strike takes."""
    armour = defender.magic_defence if attacker.magical else defender.defence
    damage = max(0, attack_against(attacker, defender) - armour) >> (attacker.weapon == "healing_staff")
    return min(1.0, damage / (defender.hp + 1))


def _by_hp(profile: Profile, quality: float) -> list[int]:
    shares = [(hp + 1) / (profile.hp + 1) for hp in range(profile.hp + 1)]
    return [round(FULL * quality * (BARELY + (1 - BARELY) * share)) for share in shares]
