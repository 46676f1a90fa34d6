"""Whatever the command line keeps, it keeps in the test's own folder."""

from __future__ import annotations

from pathlib import Path

import pytest

import quincunx

if not quincunx.compiled:  # a small set is enough: the run of the compiled build has all of it
    collect_ignore = [
        "test_admin.py",
        "test_cli.py",
        "test_killed.py",
        "test_lesser_terminals.py",
        "test_local.py",
        "test_measuring.py",
        "test_menu.py",
        "test_mine.py",
        "test_real_terminal.py",
        "test_resuming.py",
        "test_screens.py",
        "test_two_games.py",
        "test_whole_games.py",
    ]


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
