"""docs/balance.md tells the truth: its table is what the games ship."""

from __future__ import annotations

from pathlib import Path

import pytest

from quincunx.cli import main


def test_the_table_is_what_the_command_prints(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["balance", "--shipped"])
    assert capsys.readouterr().out in (repository / "docs" / "balance.md").read_text()
