"""A release needs a version, its tag and a section in the changelog; the workflows run tasks and tests that exist."""

from __future__ import annotations

import json
import re
import runpy
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

READY = "# Changelog\n\n## Unreleased\n\n## 1.2.0\n\n- A change.\n\n## 1.1.0\n\n- Before.\n"
WORKFLOWS = ("release.yml", "test.yml", "wheels.yml")
COMMAND = re.compile(r"^make ([a-z-]+)", re.MULTILINE)


@pytest.fixture
def faults(repository: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[str]]:
    monkeypatch.syspath_prepend(str(repository / "tools"))
    check = runpy.run_path(str(repository / "tools" / "release.py"))["faults"]
    return lambda *arguments: list(check(*arguments))


@pytest.mark.parametrize(
    ("version", "changelog", "tag", "said"),
    [
        ("1.2.0", READY, "v1.2.0", None),
        ("1.2.0", READY, None, None),
        ("1.2.0", READY, "v1.3.0", "the tag is v1.3.0"),
        ("1.2", READY.replace("1.2.0", "1.2"), None, "is not one of a release"),
        ("1.2.1", READY, None, "no section '## 1.2.1'"),
        ("1.2.0", READY.replace("- A change.\n", ""), None, "no section '## 1.2.0'"),
        ("1.2.0", READY.replace("Unreleased\n", "Unreleased\n\n- Later.\n"), None, "under '## Unreleased'"),
    ],
)
def test_a_release_needs_its_version_tag_and_notes(
    faults: Callable[..., list[str]], version: str, changelog: str, tag: str | None, said: str | None
) -> None:
    found = faults(version, changelog, tag)
    assert len(found) == (said is not None)
    assert all(said is not None and said in fault for fault in found)


def test_the_version_is_only_in_pyproject(repository: Path) -> None:
    for name in ("package.json", "package-lock.json"):  # npm's list of components requires some version
        assert json.loads((repository / "web" / name).read_text())["version"] == "0.0.0"


@pytest.mark.parametrize("name", WORKFLOWS)
def test_the_commands_of_a_workflow_are_tasks(name: str, repository: Path) -> None:
    tasks = re.findall(r"^([a-z-]+):.*##", (repository / "Makefile").read_text(), re.MULTILINE)
    workflow = yaml.safe_load((repository / ".github" / "workflows" / name).read_text())
    assert workflow["permissions"] == {"contents": "read"}
    commands = [command for text in runs(workflow) for command in COMMAND.findall(text)]
    assert set(commands) <= set(tasks)
    for called in (job["uses"] for job in workflow["jobs"].values() if "uses" in job):
        assert (repository / called).is_file()


def runs(workflow: dict[str, Any]) -> Iterator[str]:
    """The shell commands of a workflow."""
    for job in workflow["jobs"].values():
        yield from (step["run"] for step in job.get("steps", ()) if "run" in step)


def test_wheels_are_built_for_every_python_that_the_project_supports(repository: Path) -> None:
    project = tomllib.loads((repository / "pyproject.toml").read_text())
    first = int(project["project"]["requires-python"].rpartition(".")[2])
    built = [int(number) for number in re.findall(r"cp3(\d+)-", project["tool"]["cibuildwheel"]["build"])]
    assert built == list(range(first, first + len(built)))
