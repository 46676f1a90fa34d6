"""tools/suites.py says for every test folder in which build it runs, so that no folder is forgotten."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture(scope="module")
def suites(repository: Path) -> dict[str, Any]:
    return runpy.run_path(str(repository / "tools" / "suites.py"))


def test_every_folder_of_tests_runs_in_one_build_or_in_both(suites: dict[str, Any], repository: Path) -> None:
    tests = repository / "tests"
    folders = {file.relative_to(tests).parts[0] for file in tests.rglob("test_*.py")}
    named = [*suites["BOTH_BUILDS"], *suites["ONE_BUILD"], *suites["ON_SCREEN"]]
    assert sorted(name for name in named if not name.endswith(".py")) == sorted(folders)
    assert len(set(named)) == len(named)


def test_only_files_that_differ_from_their_folder_are_named(suites: dict[str, Any]) -> None:
    both, one = suites["BOTH_BUILDS"], suites["ONE_BUILD"]
    for these, others in ((both, one), (one, both)):
        assert {name.partition("/")[0] for name in these if name.endswith(".py")} <= set(others)


def test_everything_named_exists(suites: dict[str, Any], repository: Path) -> None:
    lists = [value for name, value in suites.items() if name.isupper()]
    assert len(lists) == 5
    assert [name for names in lists for name in names if not (repository / "tests" / name).exists()] == []


def test_no_other_list_leaves_tests_out(repository: Path) -> None:
    assert not [file for file in (repository / "tests").rglob("conftest.py") if "collect_ignore" in file.read_text()]
