"""docs/server.md is correct: it lists every setting with its default, and every route."""

from __future__ import annotations

import json
import re
from pathlib import Path

import msgspec

from quincunx.server.app import create_app
from quincunx.server.config import Config

MACHINES = {"database", "bots"}  # their defaults depend on the machine


def test_every_setting_is_there_with_its_default(repository: Path) -> None:
    rows = dict(re.findall(r"^\| `(\w+)` \|(.*?)\|", (repository / "docs" / "server.md").read_text(), re.MULTILINE))
    defaults = msgspec.structs.asdict(Config())
    assert list(rows) == list(defaults)
    for name in set(defaults) - MACHINES:
        value = defaults[name]
        text = value if isinstance(value, str) else json.dumps(value)
        assert rows[name].strip(" `") == ("" if value in ("", []) else text), name


def test_every_route_is_there(repository: Path) -> None:
    told = "".join((repository / "docs" / name).read_text() for name in ("server.md", "moderation.md"))
    for path in create_app(Config()).openapi_schema.paths or {}:
        place = path.split("/{")[0]
        last = place.rsplit("/", 1)[-1]
        assert place in told or f"…/{last}" in told, path
