"""Keeps track of the lesson steps that have been completed on this computer."""

from __future__ import annotations

from quincunx.clients import json_files

FILE = "lessons.json"


def done_steps(game: str) -> list[str]:
    """The keys of the completed steps, in the order in which they were completed."""
    found = json_files.read(FILE).get(game)
    return [key for key in found if isinstance(key, str)] if isinstance(found, list) else []


def note_done(game: str, step: str) -> None:
    """Record that a step has been completed."""
    known = done_steps(game)
    if step not in known:
        json_files.write(FILE, json_files.read(FILE) | {game: [*known, step]})
