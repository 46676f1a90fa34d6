"""Armies as data: TOML files, shipped or a player's own, and the options `white` and `black` that take them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quincunx.core.errors import OptionError
from quincunx.core.options import Option
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
    Profile,
    Roster,
)

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

_STATS = ("hp", "atk", "def", "mdef")
_KEYS = ("name", "class", "weapon", "element", "skills", *_STATS)
_TABLES = {"roles": tuple(ROLES), "units": SLOTS, "promotions": tuple(PROMOTION_ROLES)}
_LONGEST_NAME = 40


class ArmyError(OptionError):
    """An army that breaks a rule (B16): which unit, and which rule."""

    def __init__(self, unit: str, rule: str, problem: str) -> None:
        super().__init__(f"{unit}: {problem} ({rule})")
        self.unit = unit
        self.rule = rule
        self.problem = problem

    def __reduce__(self) -> tuple[type[ArmyError], tuple[str, str, str]]:
        return type(self), (self.unit, self.rule, self.problem)


class Army(Option):
    """A shipped army's name, the path of an army file, or the same structure as a mapping."""

    kind = "content"

    @property
    def expected(self) -> str:
        return f"{', '.join(shipped())}, the path of an army file (.toml), or a mapping"

    @property
    def shipped(self) -> tuple[str, ...]:
        return shipped()

    def read(self, value: object) -> str | dict[str, Any]:
        """A shipped name stays a name; anything else becomes plain data, which a record can carry anywhere."""
        if isinstance(value, str) and value in shipped():
            return value
        if isinstance(value, Path) or (isinstance(value, str) and value.endswith(".toml")):
            value = self._load(Path(value))
        if not isinstance(value, Mapping):
            raise self.refuse(value)
        read_roster(value)
        army: dict[str, Any] = _plain(value)
        return army

    def read_sent(self, value: object) -> str | dict[str, Any]:
        """A shipped name or a mapping; a path would be one of this machine, not of the sender's."""
        if not isinstance(value, Mapping) and value not in shipped():
            raise OptionError(f"option {self.name}: expected {', '.join(shipped())}, or a mapping, got {value!r:.60}")
        return self.read(value)

    def _load(self, path: Path) -> dict[str, Any]:
        try:
            return _toml(path)
        except (OSError, ValueError) as error:
            raise OptionError(f"option {self.name}: the army file {path} cannot be read: {error}") from error


@cache
def shipped() -> tuple[str, ...]:
    """The names of the armies that come with the program."""
    names = [file.name for file in _folder().iterdir() if file.name.endswith(".toml")]
    return tuple(sorted(name.removesuffix(".toml") for name in names))


@cache
def shipped_roster(name: str) -> Roster:
    """The army of that name that comes with the program."""
    return read_roster(_toml(_folder() / f"{name}.toml"))


def _folder() -> Traversable:
    from importlib.resources import files  # slow to import, and many a game needs no armies

    return files("quincunx.games.battlefield") / "armies"


def _toml(file: Path | Traversable) -> dict[str, Any]:
    import tomllib  # as above

    return tomllib.loads(file.read_text(encoding="utf-8"))


def roster(value: str | Mapping[str, Any]) -> Roster:
    """The army of an option's value."""
    return shipped_roster(value) if isinstance(value, str) else read_roster(value)


def read_roster(army: Mapping[str, Any]) -> Roster:
    """The army that the mapping describes; ArmyError names the unit and the rule it breaks."""
    for key in army:
        if key != "name" and key not in _TABLES:
            raise ArmyError("army", "B16", f"there is no table {key!r:.40}; expected name, roles, units and promotions")
    tables = {name: _table(army, name) for name in _TABLES}
    slots = {slot: _profile(slot, slot[0], tables["roles"], tables["units"].get(slot)) for slot in SLOTS}
    promotions = {
        role: _profile(f"promotion {role}", role, tables["roles"], tables["promotions"].get(role))
        for role in PROMOTION_ROLES
    }
    return Roster(_name("army", army.get("name")), slots, promotions)


def _table(army: Mapping[str, Any], name: str) -> Mapping[str, Mapping[str, Any]]:
    table = army.get(name, {})
    if not isinstance(table, Mapping):
        raise ArmyError("army", "B16", f"{name} is {table!r:.40}; expected tables of units")
    for unit, entries in table.items():
        if unit not in _TABLES[name]:
            raise ArmyError(
                f"{name}.{unit!s:.20}", "B16", f"there is no such unit; {name} has {' '.join(_TABLES[name])}"
            )
        if not isinstance(entries, Mapping):
            raise ArmyError(f"{name}.{unit}", "B16", f"it is {entries!r:.40}; expected a table")
        for key in entries:
            if key not in _KEYS:
                raise ArmyError(f"{name}.{unit}", "B16", f"there is no entry {key!r:.40}; expected {', '.join(_KEYS)}")
    return table


def _profile(unit: str, role: str, roles: Mapping[str, Any], own: Mapping[str, Any] | None) -> Profile:
    """The unit's own entries on top of its role's."""
    if role not in roles and own is None:
        raise ArmyError(
            unit, "B16", f"the army has no {ROLE_NAMES[role]}; expected a table roles.{role}, or the unit's own"
        )
    entries = {**roles.get(role, {}), **(own or {})}
    if entries.get("class") in UNARMED and (own is None or "weapon" not in own) and "class" in (own or {}):
        entries.pop("weapon", None)  # a unit that turns beast or dragon drops the weapon of its role
    unit_class = _word(unit, "class", entries, CLASSES, "B1")
    weapon = _weapon(unit, unit_class, entries)
    return Profile(
        role,
        _name(unit, entries.get("name", ROLE_NAMES[role])),
        unit_class,
        weapon,
        _word(unit, "element", {"element": "none", **entries}, ELEMENTS, "B4"),
        _skills(unit, weapon, entries.get("skills", [])),
        *(_stat(unit, name, entries) for name in _STATS),
    )


def _weapon(unit: str, unit_class: str, entries: Mapping[str, Any]) -> str | None:
    """B1: beasts and dragons carry none, every other class exactly one."""
    if unit_class not in UNARMED:
        return _word(unit, "weapon", entries, WEAPONS, "B1" if "weapon" not in entries else "B2")
    if "weapon" in entries:
        raise ArmyError(unit, "B1", f"a {unit_class} carries no weapon, and this one has {entries['weapon']!r:.40}")
    return None


def _skills(unit: str, weapon: str | None, skills: object) -> tuple[str, ...]:
    if not isinstance(skills, list | tuple):
        raise ArmyError(unit, "B16", f"skills is {skills!r:.40}; expected a list of {', '.join(SKILLS)}")
    for number, skill in enumerate(skills):
        if skill not in SKILLS:
            raise ArmyError(unit, "B16", f"there is no skill {skill!r:.40}; expected {', '.join(SKILLS)}")
        if skill in skills[:number]:
            raise ArmyError(unit, "B16", f"the skill {skill} stands twice")
    if "heal" in skills and weapon == "healing_staff":
        raise ArmyError(unit, "B9", "a Healing Staff heals by itself, its bearer cannot have the Heal skill")
    if "heal" in skills and weapon != "staff":
        raise ArmyError(unit, "B9", "the Heal skill needs a Staff")
    return tuple(skill for skill in SKILLS if skill in skills)


def _word(unit: str, key: str, entries: Mapping[str, Any], words: tuple[str, ...], rule: str) -> str:
    if key not in entries:
        raise ArmyError(unit, rule, f"it has no {key}; expected {', '.join(words)}")
    if entries[key] not in words:
        raise ArmyError(unit, rule, f"its {key} is {entries[key]!r:.40}; expected {', '.join(words)}")
    return str(entries[key])


def _stat(unit: str, name: str, entries: Mapping[str, Any]) -> int:
    value = entries.get(name)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= MOST:
        problem = f"it has no {name}" if value is None else f"its {name} is {value!r:.40}"
        raise ArmyError(unit, "B16", f"{problem}; expected a whole number from 0 to {MOST}")
    return value


def _name(unit: str, name: object) -> str:
    """A name fits on one line of a record, where a semicolon begins a comment."""
    if not isinstance(name, str) or not name.isprintable() or ";" in name or not 0 < len(name) <= _LONGEST_NAME:
        raise ArmyError(
            unit, "B16", f"its name is {name!r:.60}; expected up to {_LONGEST_NAME} printable characters, no ;"
        )
    return name


def _plain(value: Any) -> Any:
    """The data with plain dicts and lists throughout, as JSON has them."""
    if isinstance(value, Mapping):
        return {key: _plain(entry) for key, entry in value.items()}
    return [_plain(entry) for entry in value] if isinstance(value, list | tuple) else value
