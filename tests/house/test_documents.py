"""docs/documents is correct: every test that it names exists, and every rule of a game is on its page."""

from __future__ import annotations

import ast
import re
from functools import cache
from importlib import resources
from pathlib import Path

import pytest

import quincunx

DOCUMENTED = ("hnefatafl", "cengers", "battlefield", "checkers", "flipflop")  # the games that are based on a document
NAMED = re.compile(r"`(tests/[\w/]+\.py)(?:::(\w+))?`")


@cache
def defined_in(path: Path) -> set[str]:
    """The functions defined in a test file."""
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    return {node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}


@pytest.mark.parametrize("key", DOCUMENTED)
def test_every_named_test_exists(key: str, repository: Path) -> None:
    named = NAMED.findall((repository / "docs" / "documents" / f"{key}.md").read_text(encoding="utf-8"))
    assert len(named) >= 10
    missing = [
        f"{file}::{test}"
        for file, test in named
        if not (repository / file).is_file() or not test or test not in defined_in(repository / file)
    ]
    assert missing == []


@pytest.mark.parametrize("key", DOCUMENTED)
def test_every_row_names_a_test(key: str, repository: Path) -> None:
    page = (repository / "docs" / "documents" / f"{key}.md").read_text(encoding="utf-8")
    rows = [line for line in page.splitlines() if line.startswith("|")]
    head = {row for row in rows if "shown by" in row or set(row) <= set("|-")}
    assert [row for row in rows if row not in head and not NAMED.search(row)] == []


@pytest.mark.parametrize("key", DOCUMENTED)
def test_every_rule_stands_on_its_documents_page(key: str, repository: Path) -> None:
    page = (repository / "docs" / "documents" / f"{key}.md").read_text(encoding="utf-8")
    rules = resources.files(quincunx.games()[key].package).joinpath("rulebook", f"{key}.md")
    ids = set(re.findall(r"\*\*([A-Z]\d+)\*\*", rules.read_text(encoding="utf-8")))
    assert sorted(ids - set(re.findall(r"\b[A-Z]\d+\b", page))) == []
