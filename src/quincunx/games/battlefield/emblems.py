"""What is drawn on a unit, by the names of the drawings: its class, weapon and element, and the effects on it."""

from __future__ import annotations

from quincunx.games.battlefield.profile import Profile

_CLASSES = {"infantry": "shield", "cavalry": "oval", "flying": "wings", "beast": "hexagon", "dragon": "spikes"}
_WEAPONS = {
    "staff": "staff",
    "healing_staff": "crossed-staff",
    "bow": "bow",
    "spear": "spear",
    "axe": "axe",
    "sword": "sword",
    "throwing_knives": "daggers",
}
_ELEMENTS = {"water": "drop", "fire": "flame", "ground": "mountain"}
_KNIVES = "cross"
_CHEERED = "chevrons"


def emblems(profile: Profile, knives: int, cheered: int) -> tuple[str, ...]:
    """Return the names of a unit's drawings; `knives` and `cheered` are the turns that these effects still last."""
    weapon = _WEAPONS[profile.weapon] if profile.weapon else None
    found = (
        _CLASSES[profile.unit_class],
        weapon,
        _ELEMENTS.get(profile.element),
        _KNIVES if knives else None,
        _CHEERED if cheered else None,
    )
    return tuple(filter(None, found))
