"""A second opinion: Stockfish finds the same move in the chess puzzles, and no other move close to it."""

from __future__ import annotations

import shutil

import pytest

import quincunx
from quincunx.games.puzzles import shipped

chess = pytest.importorskip("chess")
engine = pytest.importorskip("chess.engine")

STOCKFISH = shutil.which("stockfish") or shutil.which("/usr/games/stockfish")
NODES = 100_000
CLEAR = 150  # centipawns
MATE = 10_000

pytestmark = [
    pytest.mark.skipif(STOCKFISH is None, reason="no Stockfish here (on Debian: apt install stockfish)"),
]


def test_stockfish_agrees() -> None:
    puzzles = shipped(quincunx.game("chess"))
    with engine.SimpleEngine.popen_uci(STOCKFISH) as other:
        for puzzle in puzzles[::5]:
            board = chess.Board(" ".join(puzzle.position.split()[:6]))
            best, second = other.analyse(board, engine.Limit(nodes=NODES), multipv=2)
            move = puzzle.solution[0][0].replace("-", "").replace("=", "").lower()
            assert best["pv"][0].uci() == move, puzzle
            scores = [line["score"].pov(board.turn).score(mate_score=MATE) for line in (best, second)]
            assert scores[0] - scores[1] >= CLEAR, (puzzle, scores)
