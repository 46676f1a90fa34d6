"""docs/security.md is correct: every ASVS number of levels 1 and 2 occurs once, and every test that it names exists."""

from __future__ import annotations

import ast
import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from quincunx.server.config import Config

# ASVS 5.0.0, levels 1 and 2: a section and its numbers
SECTIONS = """
1.1 1-2    1.2 1-9    1.3 1-11   1.4 1-3    1.5 1-2
2.1 1-3    2.2 1-3    2.3 1-4    2.4 1-1
3.2 1-2    3.3 1-4    3.4 1-6    3.5 1-5    3.7 1-2
4.1 1-3    4.2 1-1    4.3 1-2    4.4 1-4
5.1 1-1    5.2 1-3    5.3 1-2    5.4 1-3
6.1 1-3    6.2 1-12   6.3 1-4    6.4 1-4    6.5 1-5    6.6 1-3    6.8 1-4
7.1 1-3    7.2 1-4    7.3 1-2    7.4 1-5    7.5 1-2    7.6 1-2
8.1 1-2    8.2 1-3    8.3 1-1    8.4 1-1
9.1 1-3    9.2 1-4
10.1 1-2   10.2 1-2   10.3 1-4   10.4 1-11  10.5 1-5   10.6 1-2   10.7 1-3
11.1 1-2   11.2 1-3   11.3 1-3   11.4 1-4   11.5 1-1   11.6 1-1
12.1 1-3   12.2 1-2   12.3 1-4
13.1 1-1   13.2 1-5   13.3 1-2   13.4 1-5
14.1 1-2   14.2 1-4   14.3 1-3
15.1 1-3   15.2 1-3   15.3 1-7
16.1 1-1   16.2 1-5   16.3 1-4   16.4 1-3   16.5 1-3
17.1 1-1   17.2 1-4   17.3 1-2
"""
NUMBERS = [
    f"{section}.{number}"
    for section, first, last in re.findall(r"(\d+\.\d+) (\d+)-(\d+)", SECTIONS)
    for number in range(int(first), int(last) + 1)
]
NAMED = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")
HERE = re.compile(r"\]\((?:(\w[\w/.-]*)?#([\w-]+)|([\w/.-]+\.md))\)")
ROW = re.compile(r"^\| ((?:\d+\.\d+\.\d+(?:, )?)+) \|(.*)\|$", re.MULTILINE)


@pytest.fixture(scope="module")
def page(repository: Path) -> str:
    return (repository / "docs" / "security.md").read_text(encoding="utf-8")


@cache
def defined_in(path: Path) -> set[str]:
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    return {node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}


def test_every_number_stands_there_once(page: str) -> None:
    assert len(NUMBERS) == 253
    told = Counter(number for row in ROW.finditer(page) for number in row[1].split(", "))
    assert {number: count for number, count in told.items() if count > 1} == {}
    assert sorted(set(NUMBERS) - set(told)) == []
    assert sorted(set(told) - set(NUMBERS)) == []


def test_every_named_test_exists(page: str, repository: Path) -> None:
    named = NAMED.findall(page)
    assert len(named) > 100
    missing = sorted(
        {
            f"{file}::{test}"
            for file, test in named
            if not (repository / file).is_file() or test not in defined_in(repository / file)
        }
    )
    assert missing == []


def test_whatever_is_met_names_a_test_or_where_it_is_written(page: str) -> None:
    met = page[page.index("## What is met") : page.index("## What is left to")]
    rows = ROW.findall(met)
    assert len(rows) > 100
    assert [number for number, rest in rows if not NAMED.search(rest) and not HERE.search(rest.split("|")[-1])] == []


def test_every_link_leads_somewhere(page: str, repository: Path) -> None:
    docs = repository / "docs"
    for file, anchor, whole in HERE.findall(page):
        text = page if not file and not whole else (docs / (file or whole)).read_text(encoding="utf-8")
        headings = {
            re.sub(r"[^\w -]", "", heading.lower()).strip().replace(" ", "-")
            for heading in re.findall(r"^#+ (.+)$", text, re.MULTILINE)
        }
        assert not anchor or anchor in headings, f"{file}#{anchor}"


def test_every_secret_setting_is_in_the_list_of_secrets(page: str) -> None:
    """A setting is secret if the printed configuration hides its value."""
    secrets = page[page.index("### Keys and secrets") :]
    secrets = secrets[: secrets.index("\n### ", 1)]
    word = "sesame" * 8
    filled = {
        name: value
        for name, value in {
            "metrics_token": word,
            "secret_key": word,
            "database": f"postgresql://me:{word}@db/games",
            "smtp_url": f"smtps://me:{word}@mail",
        }.items()
        if name in Config.__struct_fields__
    }
    assert word not in Config(**filled).text()
    assert [name for name in filled if f"`{name}`" not in secrets] == []


def test_the_root_page_says_how_soon(repository: Path) -> None:
    """How to report, how soon problems are fixed, including those in dependencies; and no address that is not ours."""
    root = (repository / "SECURITY.md").read_text(encoding="utf-8")
    for word in ("security advisories", "within 7 days", "within 30 days", "`make audit`", "docs/security.md"):
        assert word in root
    assert "@" not in root
    assert "http" not in root
