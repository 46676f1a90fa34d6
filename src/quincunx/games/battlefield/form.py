"""The form for an army editor: roles, units and promotions, and their fields."""

from __future__ import annotations

from collections.abc import Mapping

from quincunx.core.content import Field, Form, FormSection, Named, Row, Unless
from quincunx.games.battlefield.names import CLASS_NAMES, ELEMENT_NAMES, ROLE_TITLES, SKILL_NAMES, WEAPON_NAMES
from quincunx.games.battlefield.profile import MOST, PROMOTION_ROLES, ROLES, SLOTS, UNARMED
from quincunx.games.battlefield.sheet import LONGEST_NAME, STATS
from quincunx.words import Text, phrase


def army_form() -> Form:
    """Return the form of an army."""
    roles = tuple(Row(role, _label(ROLE_TITLES[role])) for role in ROLES)
    units = tuple(Row(slot, _slot_label(slot), ("roles", slot[0])) for slot in SLOTS)
    promotions = tuple(Row(role, _label(ROLE_TITLES[role]), ("roles", role)) for role in PROMOTION_ROLES)
    name = phrase("battlefield.form.name")
    return Form(
        head=(Field("name", name, "text", least=1, most=LONGEST_NAME),),
        tables=(
            FormSection("roles", phrase("battlefield.form.roles"), roles),
            FormSection("units", phrase("battlefield.form.units"), units, optional=True),
            FormSection("promotions", phrase("battlefield.form.promotions"), promotions, optional=True),
        ),
        fields=(
            Field("name", name, "text", least=1, most=LONGEST_NAME, optional=True),
            Field("class", phrase("battlefield.form.class"), "word", _named(CLASS_NAMES)),
            Field(
                "weapon",
                phrase("battlefield.form.weapon"),
                "word",
                _named(WEAPON_NAMES),
                unless=Unless("class", UNARMED),
            ),
            Field("element", phrase("battlefield.form.element"), "word", _named(ELEMENT_NAMES), optional=True),
            Field("skills", phrase("battlefield.form.skills"), "words", _named(SKILL_NAMES), optional=True),
            *(Field(stat, phrase(f"battlefield.badge.{stat}"), "number", least=0, most=MOST) for stat in STATS),
        ),
    )


def _slot_label(slot: str) -> Text:
    return phrase("battlefield.form.unit", role=ROLE_TITLES[slot[0]], file=slot[1])


def _named(names: Mapping[str, Text]) -> tuple[Named, ...]:
    return tuple(Named(word, _label(name)) for word, name in names.items())


def _label(name: Text) -> Text:
    """Return a name with a capital letter, as a label."""
    return phrase("battlefield.form.word", word=name)
