"""Reads an army from plain data, and reports everything that is wrong with it (B16)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from quincunx.core.content import Fault
from quincunx.games.battlefield.profile import PROMOTION_ROLES, ROLES, SLOTS, UNARMED, Roster
from quincunx.games.battlefield.sheet import KEYS, Note, Sheet, name_notes
from quincunx.words import Text, phrase

TABLES = {"roles": tuple(ROLES), "units": SLOTS, "promotions": tuple(PROMOTION_ROLES)}

Rows = Mapping[str, Mapping[str, Any]]

_ARMY = phrase("battlefield.fault.army")


class _Unit(NamedTuple):
    """A unit that every army has: its label, its role, and the location of its own entries."""

    title: Text
    role: str
    table: str
    row: str


_UNITS = (
    *(_Unit(slot, slot[0], "units", slot) for slot in SLOTS),
    *(_Unit(phrase("battlefield.fault.promotion", role=role), role, "promotions", role) for role in PROMOTION_ROLES),
)


def muster(army: Mapping[str, Any]) -> tuple[Roster, list[Fault]]:
    """Return the army that the mapping describes, and all its faults. The roster is only usable if there are none."""
    tables = {name: _rows(army.get(name, {}), name) for name in TABLES}
    sheets = {unit: _sheet(unit, tables) for unit in _UNITS}
    faults = [*_structure_faults(army), *_unit_faults(sheets, tables), *_name_faults(army.get("name"))]
    profiles = {unit: sheet.profile for unit, sheet in sheets.items()}
    slots = {unit.row: profile for unit, profile in profiles.items() if unit.table == "units"}
    promotions = {unit.row: profile for unit, profile in profiles.items() if unit.table == "promotions"}
    return Roster(army.get("name", ""), slots, promotions), faults


def _rows(table: object, name: str) -> Rows:
    """Return the readable rows of a table."""
    rows = table.items() if isinstance(table, Mapping) else ()
    return {row: entries for row, entries in rows if row in TABLES[name] and isinstance(entries, Mapping)}


def _sheet(unit: _Unit, tables: Mapping[str, Rows]) -> Sheet:
    """Return the sheet with the unit's own entries on top of its role's."""
    usual, own = tables["roles"].get(unit.role), tables[unit.table].get(unit.row)
    if usual is None and own is None:
        return Sheet(unit.role, None)
    entries = {**(usual or {}), **(own or {})}
    if own and "class" in own and own["class"] in UNARMED and "weapon" not in own:
        entries.pop("weapon", None)  # a unit that becomes a beast or dragon loses its role's weapon
    return Sheet(unit.role, entries)


def _structure_faults(army: Mapping[str, Any]) -> Iterator[Fault]:
    for key in army:
        if key != "name" and key not in TABLES:
            sentence = phrase("battlefield.fault.no_table", table=f"{key!r:.40}")
            yield Fault(_ARMY, "B16", sentence, f"{key!s:.20}")
    for name in TABLES:
        yield from _table_faults(name, army.get(name, {}))


def _table_faults(name: str, table: object) -> Iterator[Fault]:
    if not isinstance(table, Mapping):
        yield Fault(_ARMY, "B16", phrase("battlefield.fault.no_tables", table=name, value=f"{table!r:.40}"), name)
        return
    for row, entries in table.items():
        short = f"{row!s:.20}"
        if row not in TABLES[name]:
            sentence = phrase("battlefield.fault.no_unit", table=name, units=TABLES[name])
            yield Fault(f"{name}.{short}", "B16", sentence, name, short)
        elif not isinstance(entries, Mapping):
            sentence = phrase("battlefield.fault.no_entries", value=f"{entries!r:.40}")
            yield Fault(f"{name}.{short}", "B16", sentence, name, short)
        else:
            for key in entries:
                if key not in KEYS:
                    sentence = phrase("battlefield.fault.no_entry", entry=f"{key!r:.40}", entries=KEYS)
                    yield Fault(f"{name}.{short}", "B16", sentence, name, short, f"{key!s:.20}")


def _unit_faults(sheets: Mapping[_Unit, Sheet], tables: Mapping[str, Rows]) -> Iterator[Fault]:
    """Yield the units' faults. A role's fault is reported once, for the first unit without entries of its own."""
    usual = {unit for unit in sheets if unit.row not in tables[unit.table]}
    said: set[tuple[str, Note]] = set()
    shared = {(unit.role, note) for unit in usual for note in sheets[unit].notes}
    for unit, sheet in sheets.items():
        for note in sheet.notes:
            if unit not in usual and (unit.role, note) not in shared:
                yield Fault(unit.title, note.rule, note.sentence, unit.table, unit.row, note.field)
            elif unit in usual and (unit.role, note) not in said:
                said.add((unit.role, note))
                yield Fault(unit.title, note.rule, note.sentence, "roles", unit.role, note.field)


def _name_faults(name: object) -> list[Fault]:
    return [Fault(_ARMY, note.rule, note.sentence, field=note.field) for note in name_notes(name)]
