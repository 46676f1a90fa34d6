"""docs/architecture.md names existing folders and modules, including every module that runs live matches."""

from __future__ import annotations

import re

import pytest

from pages import REPOSITORY

PAGE = (REPOSITORY / "docs" / "architecture.md").read_text(encoding="utf-8")
SOURCE = REPOSITORY / "src" / "quincunx"
TREE = PAGE.split("```")[1]
PLACES = ("host", "server/live", "server/wire")  # every module in these is named


def part_of_tree(name: str) -> str:
    """What the tree at the top of the page says about a folder."""
    found = re.search(rf"^(?:  )?{name}/ +(.*(?:\n +[^\n]*)*)", TREE, re.MULTILINE)
    assert found is not None
    return found[1]


def modules(place: str) -> set[str]:
    return {path.stem for path in (SOURCE / place).rglob("*.py")} - {"__init__"}


def test_every_package_is_in_the_tree() -> None:
    rooms = {folder.name for folder in SOURCE.iterdir() if (folder / "__init__.py").exists()}
    assert set(re.findall(r"^  (\w+)/ ", TREE, re.MULTILINE)) == rooms


@pytest.mark.parametrize(("name", "folder"), [("web", "web/src"), ("tests", "tests")])
def test_every_folder_is_in_the_tree(name: str, folder: str) -> None:
    there = {path.name for path in (REPOSITORY / folder).iterdir() if path.is_dir() and not path.name.startswith("_")}
    assert set(re.findall(r"(\w+)/", part_of_tree(name))) == there


def test_the_table_of_tests_has_every_folder() -> None:
    table = PAGE.partition("\n## Tests")[2]
    there = {f"tests/{path.name}" for path in (REPOSITORY / "tests").iterdir() if any(path.glob("test_*.py"))}
    assert set(re.findall(r"`(tests/\w+)`", table)) >= there


@pytest.mark.parametrize("folder", ["bench", "tools"])
def test_every_program_is_in_the_tree(folder: str) -> None:
    there = {path.stem for path in (REPOSITORY / folder).glob("*.py")}
    assert there - set(re.findall(r"\w+", part_of_tree(folder))) == set()


@pytest.mark.parametrize("place", PLACES)
def test_every_module_of_a_live_match_is_on_the_page(place: str) -> None:
    named = {path.rpartition("/")[2] for path in re.findall(r"`([\w/]+)`", PAGE)}
    assert modules(place) - named == set()


def test_every_module_named_in_the_paths_of_a_click_and_a_key_exists() -> None:
    ways = PAGE.partition("### From a click to the screen")[2].partition("## Tests")[0]
    named = set(re.findall(r"\b((?:host|play|protocol|clients|server)/[\w/]+)", ways))
    assert len(named) > 8
    there = {path for path in named if any((SOURCE / f"{path}{end}").exists() for end in (".py", ""))}
    assert named - there == set()
