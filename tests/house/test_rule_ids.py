"""Every rule id in a family's rulebook occurs in a rules test."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path

import pytest

import quincunx

RULES = Path(__file__).parents[1] / "rules"


FAMILIES = {spec.package for spec in quincunx.games().values()}
TRANSLATED = re.compile(r".+\.[a-z]+\.md")


def rule_ids(package: str) -> list[str]:
    """The ids on every page of a family's rulebook."""
    pages = resources.files(package).joinpath("rulebook").iterdir()
    text = "".join(page.read_text("utf-8") for page in pages if not TRANSLATED.fullmatch(page.name))
    return sorted(set(re.findall(r"\*\*([A-Z]\d+)\*\*", text)))


@pytest.mark.parametrize("package", sorted(FAMILIES))
def test_every_rule_has_a_test_that_names_it(package: str) -> None:
    keys = [key for key, spec in quincunx.games().items() if spec.package == package]
    tests = " ".join(path.read_text() for key in keys for path in RULES.glob(f"test_{key}*.py"))
    named = {
        word.upper() for word in re.findall(r"(?<![A-Za-z0-9])[A-Za-z]\d+(?![A-Za-z0-9])", tests.replace("_", " "))
    }
    ids = rule_ids(package)
    assert len(ids) >= 6
    assert [rule for rule in ids if rule not in named] == []


@pytest.mark.parametrize("key", quincunx.games())
def test_every_outcome_names_a_rule_of_the_page(key: str) -> None:
    spec = quincunx.games()[key]
    assert set(spec.reason_rules) == set(spec.reasons)
    assert set(spec.told_reasons) <= set(spec.reasons)
    assert {rule for rule, _ in spec.reason_rules.values()} <= set(rule_ids(spec.package))
