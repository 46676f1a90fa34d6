"""Move counts, as data: the same numbers for both builds."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

import quincunx
from variants import keys

HERE = Path(__file__).parent
MOST = 10_000_000 if quincunx.compiled else 20_000  # larger counts run only in the compiled build


def entries() -> list[Any]:
    """Every entry of every data file, as a pytest parameter."""
    return [
        pytest.param(path.stem, entry, id=f"{path.stem}-{number}")
        for path in sorted(HERE.glob("*.toml"))
        for number, entry in enumerate(tomllib.loads(path.read_text())["count"])
    ]


@pytest.mark.parametrize(("key", "entry"), entries())
def test_counts(key: str, entry: dict[str, Any]) -> None:
    game = quincunx.game(key, **entry.get("options", {}))
    state = game.position(entry["position"]) if "position" in entry else game.start()
    for depth, count in enumerate(entry["counts"], 1):
        if count <= MOST:
            assert quincunx.perft(state, depth, entry["by"]) == count, f"depth {depth} ({entry['source']})"


@pytest.mark.parametrize("key", keys())
def test_every_game_has_counts(key: str) -> None:
    assert tomllib.loads((HERE / f"{key}.toml").read_text())["count"]
