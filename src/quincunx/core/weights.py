"""The weights of a game's evaluator: a TOML file beside the game, a table a rule set."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from importlib import resources

FILE = "weights.toml"


def read_weights(package: str, rules: str, names: Sequence[str]) -> list[float]:
    """The weights under a rule set, in the order of the features' names."""
    text = resources.files(package).joinpath(FILE).read_text(encoding="utf-8")
    table = tomllib.loads(text)[rules]
    return [float(table[name]) for name in names]
