"""Reads the entries of one unit, and notes everything that is wrong with them (B1, B2, B4, B9, B16)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from quincunx.games.battlefield.names import CLASS_NAMES, ROLE_TITLES, WORDS
from quincunx.games.battlefield.profile import CLASSES, ELEMENTS, MOST, SKILLS, UNARMED, WEAPONS, Profile
from quincunx.words import Text, phrase

STATS = ("hp", "atk", "def", "mdef")
KEYS = ("name", "class", "weapon", "element", "skills", *STATS)
LONGEST_NAME = 40
MOST_SKILLS = 20  # how many are checked: each skill can only occur once
_ENTRIES = {key: phrase(f"battlefield.entry.{key}") for key in ("class", "weapon", "element", *STATS)}


class Note(NamedTuple):
    """A broken rule, with a message and the entry that breaks it."""

    rule: str
    sentence: Text
    field: str


class Sheet:
    """The result of reading a unit's entries: a profile, and notes. If there are notes, the profile is not usable."""

    def __init__(self, role: str, entries: Mapping[str, Any] | None) -> None:
        self.notes: list[Note] = []
        self._entries = entries or {}
        if entries is None:
            self._note("B16", phrase("battlefield.fault.no_role", role=ROLE_TITLES[role], letter=role))
            self.profile = Profile(role, "", "", None, "", (), 0, 0, 0, 0)
        else:
            self.profile = self._read(role)

    def _note(self, rule: str, sentence: Text, field: str = "") -> None:
        self.notes.append(Note(rule, sentence, field))

    def _read(self, role: str) -> Profile:
        unit_class = self._word("class", CLASSES, "B1")
        weapon = self._weapon(unit_class)
        element = self._word("element", ELEMENTS, "B4") if "element" in self._entries else "none"
        skills = self._skills(weapon)
        stats = [self._stat(name) for name in STATS]
        name = self._entries.get("name", ROLE_TITLES[role])
        self.notes += name_notes(name)
        return Profile(role, name, unit_class, weapon, element, skills, *stats)

    def _weapon(self, unit_class: str) -> str | None:
        """B1: read the weapon. Beasts and dragons have none, every other class exactly one."""
        if not unit_class:
            return None  # the weapon cannot be checked without a valid class
        if unit_class not in UNARMED:
            return self._word("weapon", WEAPONS, "B1" if "weapon" not in self._entries else "B2")
        if "weapon" in self._entries:
            carried = f"{self._entries['weapon']!r:.40}"
            fault = phrase("battlefield.fault.armed", kind=CLASS_NAMES[unit_class], weapon=carried)
            self._note("B1", fault, "weapon")
        return None

    def _skills(self, weapon: str | None) -> tuple[str, ...]:
        skills = self._entries.get("skills", [])
        if not isinstance(skills, list | tuple) or len(skills) > MOST_SKILLS:
            self._note("B16", phrase("battlefield.fault.no_list", value=f"{skills!r:.40}", skills=SKILLS), "skills")
            return ()
        for number, skill in enumerate(skills):
            if skill not in SKILLS:
                self._note("B16", phrase("battlefield.fault.no_skill", skill=f"{skill!r:.40}", skills=SKILLS), "skills")
            elif skill in skills[:number]:
                self._note("B16", phrase("battlefield.fault.skill_twice", skill=skill), "skills")
        self._check_heal(skills, weapon)
        return tuple(skill for skill in SKILLS if skill in skills)

    def _check_heal(self, skills: list[Any] | tuple[Any, ...], weapon: str | None) -> None:
        """B9: check the Heal skill, unless the weapon is invalid, which has been noted already."""
        if "heal" not in skills or weapon in ("", "staff") or "class" in {note.field for note in self.notes}:
            return
        if weapon == "healing_staff":
            self._note("B9", phrase("battlefield.fault.staff_heals"), "skills")
        else:
            self._note("B9", phrase("battlefield.fault.no_staff"), "skills")

    def _word(self, key: str, words: tuple[str, ...], rule: str) -> str:
        """Return the entry if it is one of the words, else ''."""
        if key not in self._entries:
            known = [WORDS[key][word] for word in words]
            self._note(rule, phrase("battlefield.fault.missing_word", entry=_ENTRIES[key], words=known), key)
            return ""
        if self._entries[key] not in words:
            value = f"{self._entries[key]!r:.40}"
            self._note(rule, phrase("battlefield.fault.wrong_word", entry=_ENTRIES[key], value=value, words=words), key)
            return ""
        return str(self._entries[key])

    def _stat(self, name: str) -> int:
        value = self._entries.get(name)
        if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST:
            return value
        if value is None:
            self._note("B16", phrase("battlefield.fault.missing_stat", entry=_ENTRIES[name], most=MOST), name)
        else:
            shown = f"{value!r:.40}"
            self._note(
                "B16", phrase("battlefield.fault.wrong_stat", entry=_ENTRIES[name], value=shown, most=MOST), name
            )
        return 0


def name_notes(name: object) -> list[Note]:
    """Return what is wrong with a name. It must fit on one line of a record, where a semicolon starts a comment."""
    if isinstance(name, str) and name.isprintable() and ";" not in name and 0 < len(name) <= LONGEST_NAME:
        return []
    return [Note("B16", phrase("battlefield.fault.wrong_name", value=f"{name!r:.60}", most=LONGEST_NAME), "name")]
