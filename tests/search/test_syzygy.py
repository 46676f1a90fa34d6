"""Chess endings from Syzygy tables, of which a small stand-in is asked instead: real ones are too large for tests."""

from __future__ import annotations

import logging
from pathlib import Path

import chess
import pytest

import quincunx
from quincunx.clients.terminal.commands.analyse import score_text
from quincunx.core.exact import Limits
from quincunx.games.battlefield import syzygy
from quincunx.notation.record import Record
from quincunx.search.analysis import Analysis
from quincunx.search.review import Reviewer

WON = "8/8/8/3k4/8/8/8/KQ6 w - - 0 1"


class QueenAgainstKing:
    """What the tables say about a queen against a king, with the same distance everywhere."""

    def __init__(self, distance: int = 20) -> None:
        self.wdl = {"KQvK": None}
        self.distance = distance

    def probe_wdl(self, board: chess.Board) -> int:
        if board.castling_rights or chess.popcount(board.occupied) > 3 or board.pawns:
            raise KeyError
        if not board.queens or (board.turn == chess.BLACK and self._escapes(board)):
            return 0
        return 2 if board.turn == chess.WHITE else -2

    def probe_dtz(self, board: chess.Board) -> int:
        won = self.probe_wdl(board)
        return self.distance * (won > 0) - self.distance * (won < 0)

    def _escapes(self, board: chess.Board) -> bool:
        return board.is_stalemate() or any(board.is_capture(move) for move in board.legal_moves)


@pytest.fixture
def tables(monkeypatch: pytest.MonkeyPatch) -> QueenAgainstKing:
    found = QueenAgainstKing()
    monkeypatch.setenv(syzygy.FOLDERS, "here")
    monkeypatch.setattr(syzygy, "opened", lambda folders: found)
    return found


def test_an_analysis_tells_a_win_without_its_distance(tables: QueenAgainstKing) -> None:
    state = quincunx.game("chess").position(WON)
    *_, found = Analysis(state, lines=1).findings(nodes=1_000)
    best = found.lines[0]
    assert (best.table, best.chance, best.score, best.wins_in) == (True, 1.0, None, None)


def test_a_review_says_that_a_win_was_thrown_away(tables: QueenAgainstKing) -> None:
    game = quincunx.game("chess")
    record = Record(game, tuple(map(game.read_action, ("b1-e4", "d5-e4"))), start=WON)
    first, second = Reviewer(record, nodes=1_000).review().plies
    assert (first.table, first.wasted, score_text(first)) == (True, "win", "table: won")
    assert (second.wasted, score_text(second)) == (None, "table: draw")


def test_b14_a_win_is_not_known_if_the_limit_of_quiet_turns_may_come_first(tables: QueenAgainstKing) -> None:
    game = quincunx.game("chess")
    solver = game.spec.solver(game)
    assert solver is not None
    assert solver.solve(game.position(WON.replace("- - 0", "- - 70")), Limits(1.0))
    assert not solver.solve(game.position(WON.replace("- - 0", "- - 90")), Limits(1.0))


def test_b14_a_position_that_has_recurred_is_not_known(tables: QueenAgainstKing) -> None:
    game = quincunx.game("chess")
    solver, state = game.spec.solver(game), game.position(WON)
    assert solver is not None
    for text in ("b1-b2", "d5-d6", "b2-b1"):
        state.apply(state.parse(text))
        assert solver.reaches(state, Limits(1.0))
    state.apply(state.parse("d6-d5"))
    assert not solver.reaches(state, Limits(1.0))


def test_without_tables_the_log_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    game = quincunx.game("chess")
    for folder in (tmp_path, tmp_path / "none"):
        monkeypatch.setenv(syzygy.FOLDERS, str(folder))
        with caplog.at_level(logging.WARNING, "quincunx.tables"):
            assert game.spec.solver(game) is None
        assert str(folder) in caplog.text


def test_other_limits_than_the_usual_ones_are_not_in_the_tables(tables: QueenAgainstKing) -> None:
    for options in ({"quiet": 0}, {"quiet": 80}, {"repetition": 2}):
        game = quincunx.game("chess", **options)
        assert game.spec.solver(game) is None
