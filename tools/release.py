"""What must be true before a release. Its version is in pyproject.toml, its notes are a section of CHANGELOG.md."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterator

from machine import ROOT, Failure, say

NOTES = ROOT / "build" / "release-notes.md"


def check() -> None:
    """Fail if something is missing; write the release's notes."""
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    tag = os.environ["GITHUB_REF_NAME"] if os.environ.get("GITHUB_REF_TYPE") == "tag" else None
    if found := list(faults(version, changelog, tag)):
        raise Failure("; ".join(found))
    NOTES.parent.mkdir(exist_ok=True)
    NOTES.write_text(section(changelog, version) + "\n", encoding="utf-8")
    say(f"{version} can be released; its notes are in {NOTES.relative_to(ROOT)}")


def faults(version: str, changelog: str, tag: str | None) -> Iterator[str]:
    """What stands in the way of a release; the tag is None before there is one."""
    if not re.fullmatch(r"\d+\.\d+\.\d+((a|b|rc)\d+)?", version):
        yield f"the version {version} is not one of a release"
    if tag not in (None, f"v{version}"):
        yield f"the tag is {tag}, but pyproject.toml has the version {version}"
    if not section(changelog, version):
        yield f"CHANGELOG.md has no section '## {version}', or it is empty"
    if section(changelog, "Unreleased"):
        yield f"CHANGELOG.md has changes under '## Unreleased': move them to '## {version}'"


def section(changelog: str, title: str) -> str:
    """The text under a heading of the changelog; empty if there is none."""
    found = re.search(rf"^## {re.escape(title)}(?: .*)?\n(.*?)(?=^## |\Z)", changelog, re.MULTILINE | re.DOTALL)
    return found[1].strip() if found else ""
