"""Which steps of the lessons have been done at this keyboard."""

from __future__ import annotations

from quincunx.clients import json_files

FILE = "lessons.json"


def done_steps(game: str) -> list[str]:
    """The keys of the steps that have been done, in the order of doing."""
    found = json_files.read(FILE).get(game)
    return [key for key in found if isinstance(key, str)] if isinstance(found, list) else []


def note_done(game: str, step: str) -> None:
    """Keep that the step has been done."""
    known = done_steps(game)
    if step not in known:
        json_files.write(FILE, json_files.read(FILE) | {game: [*known, step]})
