"""What a unit is made of (B1–B4, B9, B10), and the army that it belongs to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

ROLES = "KQRBNP"
PROMOTION_ROLES = "QRBN"
SLOTS = ("Ra", "Nb", "Bc", "Qd", "Ke", "Bf", "Ng", "Rh", "Pa", "Pb", "Pc", "Pd", "Pe", "Pf", "Pg", "Ph")
ROLE_NAMES = {"K": "king", "Q": "queen", "R": "rook", "B": "bishop", "N": "knight", "P": "pawn"}

CLASSES = ("cavalry", "flying", "infantry", "beast", "dragon")
UNARMED = ("beast", "dragon")
WEAPONS = ("staff", "healing_staff", "bow", "spear", "axe", "sword", "throwing_knives")
ELEMENTS = ("none", "water", "fire", "ground")
ACTIVE_SKILLS = ("heal", "cheer")
PASSIVE_SKILLS = ("banner", "ward", "dread", "vantage")
SKILLS = ACTIVE_SKILLS + PASSIVE_SKILLS
MOST = 99  # of any stat
EFFECTIVE = {("bow", "flying"), ("spear", "cavalry"), ("sword", "dragon"), ("axe", "beast")}  # weapon against class
BEATS = {("water", "fire"), ("fire", "ground"), ("ground", "water")}


@dataclass(frozen=True)
class Profile:
    """A unit's role, class, weapon, element, skills and stats; the name is for people only."""

    role: str
    name: str
    unit_class: str
    weapon: str | None
    element: str
    skills: tuple[str, ...]
    hp: int
    atk: int
    defence: int
    magic_defence: int

    @property
    def magical(self) -> bool:
        """B3: staffs and dragons strike at M.DEF, everybody else at DEF."""
        return self.weapon in ("staff", "healing_staff") or self.unit_class == "dragon"

    def notes_against(self, other: Profile) -> tuple[str, ...]:
        """B5: what makes this unit's blow at the other stronger or weaker, for marks."""
        notes = {
            "effective weapon": (self.weapon, other.unit_class) in EFFECTIVE,
            "stronger element": (self.element, other.element) in BEATS,
            "weaker element": (other.element, self.element) in BEATS,
        }
        return tuple(note for note, holds in notes.items() if holds)

    @property
    def healing(self) -> int:
        """B9: the HP that a heal of this unit restores; 0 for a unit that does not heal."""
        if self.weapon == "healing_staff":
            return self.atk
        return self.atk // 2 if "heal" in self.skills else 0


@dataclass(frozen=True)
class Roster:
    """An army: a profile for each starting slot, and for each role a pawn may take."""

    name: str
    slots: Mapping[str, Profile]
    promotions: Mapping[str, Profile]

    def profiles(self) -> list[Profile]:
        """The different profiles, in the order of the slots, then of the promotions."""
        return list(dict.fromkeys([*self.slots.values(), *self.promotions.values()]))

    def title(self, profile: Profile) -> str:
        """The slot or promotion role where the profile first stands: its name in position texts."""
        for title, other in [*self.slots.items(), *self.promotions.items()]:
            if other == profile:
                return title
        raise KeyError(profile)
