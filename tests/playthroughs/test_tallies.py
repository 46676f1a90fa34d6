"""Native playouts: the same seed gives the same games, in both builds and on every machine."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

import quincunx
from playthroughs.write import TALLIES, tally
from variants import keys


@pytest.fixture(scope="module")
def known() -> dict[str, Any]:
    return tomllib.loads(TALLIES.read_text())


@pytest.mark.parametrize("key", keys())
def test_tally(key: str, known: dict[str, Any]) -> None:
    assert key in known, f"write it with: python tests/playthroughs/write.py {key}"
    assert tally(quincunx.game(key)) == known[key]
