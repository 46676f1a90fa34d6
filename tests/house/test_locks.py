"""The lock files list everything a server installs, each package with version and hashes, and match pyproject.toml."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

HASHES = r"((?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)"
PACKAGE = re.compile(r"^([A-Za-z0-9._-]+)==([^ ;]+)(?: ; [^\\]+)? \\\n" + HASHES, re.MULTILINE)


@pytest.fixture(scope="module")
def project(repository: Path) -> dict[str, Any]:
    return tomllib.loads((repository / "pyproject.toml").read_text())


def locked(repository: Path, *names: str) -> dict[str, Version]:
    """The versions that the files pin; every line of them must parse."""
    found = {}
    for name in names:
        text = (repository / "locks" / f"{name}.txt").read_text()
        rest = PACKAGE.sub("", text)
        assert all(line.lstrip().startswith("#") for line in rest.splitlines()), f"{name}: a line without hashes"
        found |= {canonicalize_name(match[1]): Version(match[2]) for match in PACKAGE.finditer(text)}
    return found


def wanted(lines: list[str]) -> list[Requirement]:
    return [Requirement(line) for line in lines]


def test_every_requirement_is_pinned_within_its_bounds(repository: Path, project: dict[str, Any]) -> None:
    extras = project["project"]["optional-dependencies"]
    server = project["project"]["dependencies"] + [
        line
        for name in ("local", "server", "postgres", "cluster", "tracing")
        for line in extras[name]
        if not line.startswith("quincunx[")
    ]
    for lines, pinned in (
        (server, locked(repository, "server")),
        (project["dependency-groups"]["build"], locked(repository, "build")),
    ):
        for requirement in wanted(lines):
            assert pinned[canonicalize_name(requirement.name)] in requirement.specifier, f"{requirement}: run make lock"


def test_what_the_requirements_require_is_pinned_too(repository: Path) -> None:
    """Otherwise pip refuses the file, or worse, installs any version."""
    pinned = locked(repository, "server")
    for name in pinned:
        try:
            needed = wanted(requires(name) or [])
        except PackageNotFoundError:
            continue  # only on another system
        for requirement in needed:
            if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
                assert canonicalize_name(requirement.name) in pinned, f"{name} requires {requirement}: run make lock"


def test_a_package_that_both_files_name_is_one(repository: Path) -> None:
    server, build = locked(repository, "server"), locked(repository, "build")
    both = server.keys() & build.keys()
    assert {name: server[name] for name in both} == {name: build[name] for name in both}
    assert "cython" in both
