"""Plain armies for the tests: all units are equal except for what a test changes, which keeps the numbers simple.

An ordinary unit has 10 HP and loses 6 per strike: two hits defeat it. Kings have 30 HP.
"""

from __future__ import annotations

from typing import Any

import quincunx
from quincunx import Game, State

PLAIN: dict[str, Any] = {"class": "infantry", "weapon": "sword", "hp": 10, "atk": 8, "def": 2, "mdef": 1}
Changes = dict[str, dict[str, Any]]


def army(changes: Changes | None = None) -> dict[str, Any]:
    """A plain army; `changes` are by role or by slot."""
    roles: Changes = {role: dict(PLAIN) for role in "KQRBNP"}
    roles["K"]["hp"] = 30
    units: Changes = {}
    for unit, entries in (changes or {}).items():
        if unit in roles:
            roles[unit] = armed(roles[unit] | entries)
        else:
            units[unit] = entries
    return {"name": "plain", "roles": roles, "units": units}


def armed(entries: dict[str, Any]) -> dict[str, Any]:
    """Entries of a unit; beasts and dragons do not carry the plain units' sword."""
    return {
        key: entry for key, entry in entries.items() if key != "weapon" or entries["class"] not in ("beast", "dragon")
    }


def skirmish(white: Changes | None = None, black: Changes | None = None, **limits: int) -> Game:
    """A game of plain armies with these changes."""
    return quincunx.game("battlefield", white=army(white), black=army(black), **limits)


def hp(state: State, square: str) -> int:
    """The HP of the unit on the square."""
    return int(state.game.spec.pieces(state)[state.game.cell(square)].badges[0].value)


def effects(state: State, square: str) -> tuple[str, ...]:
    """The effects on the unit on the square."""
    return state.game.spec.pieces(state)[state.game.cell(square)].effects


def refused(state: State, text: str) -> str:
    """The id of the rule that forbids the action; empty for a legal one."""
    refusal = state.why_not(text)
    return refusal.rule if refusal else ""
