"""Every rule id that a game's RULES.md has is named by a rules test."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path

import pytest

import quincunx

RULES = Path(__file__).parents[1] / "rules"


def rule_ids(key: str) -> list[str]:
    text = resources.files(f"quincunx.games.{key}").joinpath("RULES.md").read_text(encoding="utf-8")
    return re.findall(r"\*\*([A-Z]\d+)\*\*", text)


@pytest.mark.parametrize("key", quincunx.games())
def test_every_rule_has_a_test_that_names_it(key: str) -> None:
    tests = " ".join(path.read_text() for path in RULES.glob(f"test_{key}*.py"))
    named = {
        word.upper() for word in re.findall(r"(?<![A-Za-z0-9])[A-Za-z]\d+(?![A-Za-z0-9])", tests.replace("_", " "))
    }
    ids = rule_ids(key)
    assert len(ids) >= 6
    assert [rule for rule in ids if rule not in named] == []


@pytest.mark.parametrize("key", quincunx.games())
def test_every_outcome_names_a_rule_of_the_page(key: str) -> None:
    spec = quincunx.games()[key]
    assert set(spec.reason_rules) == set(spec.reasons)
    assert set(spec.told_reasons) <= set(spec.reasons)
    assert {rule for rule, _ in spec.reason_rules.values()} <= set(rule_ids(key))
