"""Move counts, as data: the same truth for both builds."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

import quincunx
from variants import rule_sets

HERE = Path(__file__).parent
MOST = 10_000_000 if quincunx.compiled else 20_000  # larger counts are left to the compiled build


def entries() -> list[Any]:
    """Every entry of every data file, as a pytest parameter."""
    return [
        pytest.param(path.stem, entry, id=f"{path.stem}-{entry['rules']}-{number}")
        for path in sorted(HERE.glob("*.toml"))
        for number, entry in enumerate(tomllib.loads(path.read_text())["count"])
    ]


@pytest.mark.parametrize(("key", "entry"), entries())
def test_counts(key: str, entry: dict[str, Any]) -> None:
    game = quincunx.game(key, entry["rules"], **entry.get("options", {}))
    state = game.position(entry["position"]) if "position" in entry else game.start()
    for depth, count in enumerate(entry["counts"], 1):
        if count <= MOST:
            assert quincunx.perft(state, depth, entry["by"]) == count, f"depth {depth} ({entry['source']})"


@pytest.mark.parametrize(("key", "rules"), rule_sets())
def test_every_rule_set_has_counts(key: str, rules: str) -> None:
    listed = tomllib.loads((HERE / f"{key}.toml").read_text())["count"]
    assert rules in [entry["rules"] for entry in listed]
