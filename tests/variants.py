"""The games that the suites run over: every registered rule set as it is, and the variants named in variants.toml."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import quincunx

HERE = Path(__file__).parent


def rule_sets() -> list[tuple[str, str]]:
    """Every registered game with each of its rule sets."""
    return [(key, rule_set.name) for key, spec in quincunx.games().items() for rule_set in spec.rule_sets]


def variants() -> list[Any]:
    """Every rule set with its default options, then the variants worth a run of their own, as pytest parameters."""
    import pytest

    plain = [(key, rules, {}) for key, rules in rule_sets()]
    data = tomllib.loads((HERE / "variants.toml").read_text())
    named = [(key, entry["rules"], entry["options"]) for key, entries in data.items() for entry in entries]
    return [
        pytest.param(quincunx.game(key, rules, **options), id="-".join([key, rules, *map(str, options.values())]))
        for key, rules, options in plain + named
        if key in quincunx.games()
    ]
