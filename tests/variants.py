"""The games that the test suites run on: each with its defaults, and the variants listed in variants.toml."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import quincunx

HERE = Path(__file__).parent


def keys() -> list[str]:
    """The key of every game."""
    return list(quincunx.games())


def variants() -> list[Any]:
    """Every game with its default options, then the variants that are tested too, as pytest parameters."""
    import pytest

    plain = [(key, {}) for key in keys()]
    data = tomllib.loads((HERE / "variants.toml").read_text())
    named = [(key, options) for key, entries in data.items() for options in entries["options"]]
    return [
        pytest.param(quincunx.game(key, **options), id="-".join([key, *map(str, options.values())]))
        for key, options in plain + named
    ]
