"""The properties of a unit (B1–B4, B9, B10), and of an army."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from quincunx.words import Text, phrase

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
MOST = 99  # the maximum of any stat
EFFECTIVE = {("bow", "flying"), ("spear", "cavalry"), ("sword", "dragon"), ("axe", "beast")}  # weapon and class
BEATS = {("water", "fire"), ("fire", "ground"), ("ground", "water")}
_EFFECTIVE_WEAPON = phrase("battlefield.note.weapon.effective")
_STRONGER_ELEMENT = phrase("battlefield.note.element.stronger")
_WEAKER_ELEMENT = phrase("battlefield.note.element.weaker")


@dataclass(frozen=True)
class Profile:
    """A unit's role, class, weapon, element, skills and stats. The name is only for display."""

    role: str
    name: Text
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
        """B3: whether the unit attacks M.DEF, as staffs and dragons do, rather than DEF."""
        return self.weapon in ("staff", "healing_staff") or self.unit_class == "dragon"

    def notes_against(self, other: Profile) -> tuple[Text, ...]:
        """B5: return notes on what makes this unit's blow against the other stronger or weaker."""
        notes = {
            _EFFECTIVE_WEAPON: (self.weapon, other.unit_class) in EFFECTIVE,
            _STRONGER_ELEMENT: (self.element, other.element) in BEATS,
            _WEAKER_ELEMENT: (other.element, self.element) in BEATS,
        }
        return tuple(note for note, holds in notes.items() if holds)

    @property
    def healing(self) -> int:
        """B9: the HP that this unit's heal restores; 0 if it cannot heal."""
        if self.weapon == "healing_staff":
            return self.atk
        return self.atk // 2 if "heal" in self.skills else 0


@dataclass(frozen=True)
class Roster:
    """An army: a profile for each starting slot, and for each promotion role."""

    name: Text
    slots: Mapping[str, Profile]
    promotions: Mapping[str, Profile]

    def profiles(self) -> list[Profile]:
        """Return the distinct profiles, in the order of the slots, then of the promotions."""
        return list(dict.fromkeys([*self.slots.values(), *self.promotions.values()]))

    def title(self, profile: Profile) -> str:
        """Return the first slot or promotion role with the profile: its name in position texts."""
        for title, other in [*self.slots.items(), *self.promotions.items()]:
            if other == profile:
                return title
        raise KeyError(profile)
