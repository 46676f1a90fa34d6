"""Two armies against each other: everything in a battle that doesn't depend on the board, in tables by profile number.

The number of a pair of profiles is `attacker * PROFILES + defender`.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from quincunx.games.battlefield import terms
from quincunx.games.battlefield.army import roster
from quincunx.games.battlefield.profile import BEATS, EFFECTIVE, PROMOTION_ROLES, ROLES, SLOTS, Profile, Roster

if TYPE_CHECKING:
    from quincunx.core.game import Game

_KNOWN: WeakKeyDictionary[Game, Matchup] = WeakKeyDictionary()


def matchup_of(game: Game) -> Matchup:
    """Return the cached tables of a game's two armies: those of its options, or the one that both sides use."""
    matchup = _KNOWN.get(game)
    if matchup is None:
        army = game.spec.facts.get("army")
        matchup = Matchup(roster(army or game.options["white"]), roster(army or game.options["black"]))
        _KNOWN[game] = matchup
    return matchup


def attack_against(attacker: Profile, defender: Profile) -> int:
    """B5, R: return ATK with the bonuses of weapon and element, each rounded down, in this order."""
    attack = attacker.atk
    if (attacker.weapon, defender.unit_class) in EFFECTIVE:
        attack = attack * 3 // 2
    if (attacker.element, defender.element) in BEATS:
        attack = attack * 6 // 5
    elif (defender.element, attacker.element) in BEATS:
        attack = attack * 4 // 5
    return attack


class Matchup:
    """The battle tables for white's and black's armies."""

    rosters: tuple[Roster, Roster]
    profiles: dict[int, Profile]
    usual: dict[tuple[int, str], int]  # the first profile of each side and role

    def __init__(self, white: Roster, black: Roster) -> None:
        self.attack = [0] * 1681  # of a pair, before passive skills and effects
        self.armour = [0] * 1681  # the defender's DEF or M.DEF, depending on the attacker
        self.role = [0] * 41
        self.hp = [0] * 41
        self.healing = [0] * 41
        self.knives = [0] * 41
        self.vantage = [0] * 41
        self.halved = [0] * 41
        self.marks = [0] * 41  # the marks that a unit's skills give it, as bits
        self.alike = [0] * 41  # the first profile that differs only in its name
        self.peril = [0] * 82  # a profile's maximum damage to the enemy king: not weakened by knives, and weakened
        self.slots = [0] * 32  # the profiles of the starting units, by side and slot
        self.promoted = [0] * 8  # by side and promotion role
        self.rosters = (white, black)
        self.profiles = dict(enumerate(white.profiles(), 1)) | dict(enumerate(black.profiles(), terms.FIRST_BLACK))
        self.numbers = {(_side(number), profile): number for number, profile in self.profiles.items()}
        self.usual = {(_side(number), profile.role): number for number, profile in reversed(self.profiles.items())}
        # whether every hit kills, as in chess, so that battles are captures and pins are exact
        self.deadly = not any("vantage" in profile.skills for profile in self.profiles.values())
        for number, profile in self.profiles.items():
            self.enter(number, profile)
        sides = [[number for number in self.profiles if _side(number) == side] for side in (0, 1)]
        for side in (0, 1):
            self.oppose(sides[side], sides[1 - side])
            for at, slot in enumerate(SLOTS):
                self.slots[16 * side + at] = self.numbers[side, self.rosters[side].slots[slot]]
            for at, role in enumerate(PROMOTION_ROLES):
                self.promoted[4 * side + at] = self.numbers[side, self.rosters[side].promotions[role]]

    def enter(self, number: int, profile: Profile) -> None:
        """Fill in the tables for one profile."""
        bare = replace(profile, name="")
        self.alike[number] = next(
            other
            for other, known in self.profiles.items()
            if _side(other) == _side(number) and replace(known, name="") == bare
        )
        self.role[number] = ROLES.index(profile.role)
        self.hp[number] = profile.hp
        self.healing[number] = profile.healing
        self.knives[number] = profile.weapon == "throwing_knives"
        self.vantage[number] = "vantage" in profile.skills
        self.halved[number] = profile.weapon == "healing_staff"
        self.marks[number] = (
            ("banner" in profile.skills) << terms.BANNER
            | ("ward" in profile.skills) << terms.WARD
            | ("dread" in profile.skills) << terms.DREAD
            | (profile.healing > 0) << terms.HEALER
            | ("cheer" in profile.skills) << terms.CHEERER
        )

    def oppose(self, attackers: Collection[int], defenders: Collection[int]) -> None:
        """Fill in the tables for every pair, with the bounds that passive skills and effects allow."""
        banner = self.any_has("banner", attackers) * terms.BANNER_ATK
        dread = self.any_has("dread", defenders) * terms.DREAD_ATK
        ward = self.any_has("ward", defenders) * terms.WARD_DEF
        for attacker in attackers:
            for defender in defenders:
                striking, struck = self.profiles[attacker], self.profiles[defender]
                halved = striking.weapon == "healing_staff"
                attack = attack_against(striking, struck)
                armour = struck.magic_defence if striking.magical else struck.defence
                self.attack[attacker * terms.PROFILES + defender] = attack
                self.armour[attacker * terms.PROFILES + defender] = armour
                if max(0, max(0, attack - dread) - armour - ward) >> halved <= struck.hp:
                    self.deadly = False
                if struck.role == "K":
                    knifed = max(0, armour - terms.KNIVES_DEF)
                    self.peril[2 * attacker] = max(0, attack + banner - armour) >> halved
                    self.peril[2 * attacker + 1] = max(0, attack + banner - knifed) >> halved

    def any_has(self, skill: str, numbers: Collection[int]) -> bool:
        """Return whether any of these profiles has the skill."""
        return any(skill in self.profiles[number].skills for number in numbers)

    def number(self, side: int, profile: Profile) -> int:
        """Return the number of a side's profile."""
        return int(self.numbers[side, profile])


def _side(number: int) -> int:
    return int(number >= terms.FIRST_BLACK)
