"""Files of the command line are kept in the test's own folder."""

from __future__ import annotations

from pathlib import Path

import pytest

import quincunx

if not quincunx.compiled:  # a few tests are enough: the compiled build runs all of them
    BOTH = ("test_classic.py", "test_hud.py", "test_engine.py", "test_lines.py")
    collect_ignore = [file.name for file in Path(__file__).parent.glob("test_*.py") if file.name not in BOTH]


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
