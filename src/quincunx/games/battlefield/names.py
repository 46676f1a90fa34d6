"""The displayed names of roles and unit properties: phrases for the words in the data."""

from __future__ import annotations

from quincunx.games.battlefield.profile import CLASSES, ELEMENTS, ROLE_NAMES, SKILLS, WEAPONS
from quincunx.words import phrase

ROLE_TITLES = {role: phrase(f"battlefield.role.{name}") for role, name in ROLE_NAMES.items()}
CLASS_NAMES = {word: phrase(f"battlefield.class.{word}") for word in CLASSES}
WEAPON_NAMES = {word: phrase(f"battlefield.weapon.{word}") for word in WEAPONS}
ELEMENT_NAMES = {word: phrase(f"battlefield.element.{word}") for word in ELEMENTS}
SKILL_NAMES = {word: phrase(f"battlefield.skill.{word}") for word in SKILLS}
WORDS = {"class": CLASS_NAMES, "weapon": WEAPON_NAMES, "element": ELEMENT_NAMES}  # the values of each entry
