"""What an editor of armies must know: roles, units and promotions, and what each of them has."""

from __future__ import annotations

from quincunx.core.content import Field, Form, Named, Row, Table, Unless
from quincunx.games.battlefield.profile import (
    CLASSES,
    ELEMENTS,
    MOST,
    PROMOTION_ROLES,
    ROLE_NAMES,
    ROLES,
    SKILLS,
    SLOTS,
    UNARMED,
    WEAPONS,
)
from quincunx.games.battlefield.sheet import LONGEST_NAME

_STAT_LABELS = {"hp": "HP", "atk": "ATK", "def": "DEF", "mdef": "M.DEF"}


def army_form() -> Form:
    """The form of an army."""
    roles = tuple(Row(role, _label(ROLE_NAMES[role])) for role in ROLES)
    units = tuple(Row(slot, f"{_label(ROLE_NAMES[slot[0]])} {slot[1]}", ("roles", slot[0])) for slot in SLOTS)
    promotions = tuple(Row(role, _label(ROLE_NAMES[role]), ("roles", role)) for role in PROMOTION_ROLES)
    return Form(
        head=(Field("name", "Name", "text", least=1, most=LONGEST_NAME),),
        tables=(
            Table("roles", "Roles", roles),
            Table("units", "Single units", units, optional=True),
            Table("promotions", "Promotions", promotions, optional=True),
        ),
        fields=(
            Field("name", "Name", "text", least=1, most=LONGEST_NAME, optional=True),
            Field("class", "Class", "word", _named(CLASSES)),
            Field("weapon", "Weapon", "word", _named(WEAPONS), unless=Unless("class", UNARMED)),
            Field("element", "Element", "word", _named(ELEMENTS), optional=True),
            Field("skills", "Skills", "words", _named(SKILLS), optional=True),
            *(Field(key, label, "number", least=0, most=MOST) for key, label in _STAT_LABELS.items()),
        ),
    )


def _named(words: tuple[str, ...]) -> tuple[Named, ...]:
    return tuple(Named(word, _label(word)) for word in words)


def _label(word: str) -> str:
    return word.replace("_", " ").title()
