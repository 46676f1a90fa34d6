"""The weights of a family's evaluator: a TOML file beside its code, with a table for each game."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from importlib import resources

FILE = "weights.toml"


def read_weights(package: str, key: str, names: Sequence[str]) -> list[float]:
    """Return the weights of a game, in the order of the features' names."""
    text = resources.files(package).joinpath(FILE).read_text(encoding="utf-8")
    table = tomllib.loads(text)[key]
    return [float(table[name]) for name in names]
