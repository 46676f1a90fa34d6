"""docs/balance.md is correct: its table matches the data shipped with the games."""

from __future__ import annotations

from pathlib import Path

import pytest

from quincunx.cli import main


def test_the_table_says_whose_score_it_is_and_not_who_begins(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["balance", "othello"])
    head, _, *rows = capsys.readouterr().out.splitlines()
    assert "| score (side) |" in head
    assert any("| othello |" in row and "(white)" in row for row in rows)


def test_the_table_is_what_the_command_prints(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["balance"])
    assert capsys.readouterr().out in (repository / "docs" / "balance.md").read_text()
