"""Writes the conformance kit: a folder with a file for each game, the schema of these files, and a reader."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

from quincunx.core.spec import Spec
from quincunx.research.conformance.cases import Case, cases

SHIPPED = ("schema.json", "reader.py")


def write_kit(folder: Path, specs: list[Spec]) -> Iterator[Path]:
    """Write the kit, and yield the path of each file once it is there."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in SHIPPED:
        yield _written(folder / name, resources.files(__package__).joinpath(name).read_text(encoding="utf-8"))
    for spec in specs:
        yield _written(folder / f"{spec.key}.json", case_text(cases(spec)))


def case_text(case: Case) -> str:
    """A game's file as text: each position and each game is one line."""
    head = [f" {json.dumps(name)}: {json.dumps(value)}" for name, value in case.items() if name != "sets"]
    sets = ",\n".join(_set_text(each) for each in case["sets"])
    return "{\n" + ",\n".join([*head, f' "sets": [\n{sets}\n ]']) + "\n}\n"


def _set_text(each: Case) -> str:
    plain = [f"   {json.dumps(name)}: {json.dumps(each[name])}" for name in ("options", "files", "ranks")]
    lists = [f"   {json.dumps(name)}: [\n{_lines(each[name])}\n   ]" for name in ("positions", "games")]
    return "  {\n" + ",\n".join([*plain, *lists]) + "\n  }"


def _lines(entries: list[Case]) -> str:
    return ",\n".join(f"    {json.dumps(entry)}" for entry in entries)


def _written(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path
