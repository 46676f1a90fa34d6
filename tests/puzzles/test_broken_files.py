"""A package's unreadable puzzle file does not affect the puzzles of other games."""

from __future__ import annotations

import pytest

from quincunx.games import puzzles
from quincunx.notation.puzzle import Collection


def test_a_game_with_a_broken_file_is_left_out_and_logged(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    whole = puzzles.collection
    before = [game.key for game in puzzles.puzzled()]

    def broken(key: str) -> Collection | None:
        if key == before[0]:
            raise ValueError("no puzzles")
        return whole(key)

    monkeypatch.setattr(puzzles, "collection", broken)
    assert [game.key for game in puzzles.puzzled()] == before[1:]
    assert f"the puzzles of the game {before[0]} cannot be read" in caplog.text
