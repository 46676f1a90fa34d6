"""What .editorconfig asks of every text file, also of those that no formatter checks."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

HOUSE = Path(__file__).parents[2]
AS_PRINTED = "snapshots"  # folders with what a program prints: see .editorconfig


def text_files() -> Iterator[tuple[Path, str]]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=HOUSE, capture_output=True, text=True)
    if listed.returncode:
        pytest.skip("not a git checkout")
    for name in filter(None, listed.stdout.split("\0")):
        path = HOUSE / name
        content = path.read_bytes() if path.is_file() else b""  # it may have been removed since the last commit
        if b"\0" not in content:
            yield path.relative_to(HOUSE), content.decode()


def test_text_files_end_with_a_newline() -> None:
    assert [path for path, text in text_files() if text and not text.endswith("\n")] == []


def test_no_line_ends_with_a_space() -> None:
    files = [(path, text) for path, text in text_files() if AS_PRINTED not in path.parts]
    assert len(files) > 500
    lines = ((f"{path}:{number}", line) for path, text in files for number, line in enumerate(text.split("\n"), 1))
    assert [place for place, line in lines if line != line.rstrip()] == []
