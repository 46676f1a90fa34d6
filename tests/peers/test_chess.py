"""The `chess` rules against python-chess: random games, ply by ply.

The two agree on the FEN, the legal moves, and the end of the game: checkmate, stalemate, threefold repetition (counted
here from python-chess's own FENs) and the 50-move rule.
"""

from __future__ import annotations

from collections import Counter

import chess
import pytest

import quincunx
from quincunx import Outcome, Random
from quincunx.core import action_codes
from quincunx.games.battlefield.positions import fen

GAME = quincunx.game("chess")
PROMOTIONS = {None: action_codes.MOVE} | {
    role: action_codes.OWN + number for number, role in enumerate((chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT))
}
CHUNKS = range(20)
GAMES = 100 if quincunx.compiled else 1  # in a chunk


def action_of(move: chess.Move) -> int:
    return action_codes.action(PROMOTIONS[move.promotion], move.from_square, move.to_square)


def peer_outcome(board: chess.Board, moves: int, occurrences: int) -> Outcome | None:
    """The result according to python-chess, in the order of B14."""
    if not moves:
        return Outcome(int(board.turn), "checkmate") if board.is_check() else Outcome(None, "stalemate")
    if occurrences >= 3:
        return Outcome(None, "repetition")
    return Outcome(None, "quiet") if board.halfmove_clock >= 100 else None


def check_game(seed: int) -> None:
    random, state, board = Random(seed), GAME.start(), chess.Board()
    seen: Counter[str] = Counter()
    while True:
        theirs = {action_of(move): move for move in board.legal_moves}
        text = board.fen(en_passant="legal")
        assert fen(state) == text  # type: ignore[arg-type]
        position = text.rsplit(" ", 2)[0]
        seen[position] += 1
        assert state.outcome() == peer_outcome(board, len(theirs), seen[position]), text
        if state.over:
            return
        assert state.legal_actions() == sorted(theirs), text
        action = state.legal_actions()[random.below(len(theirs))]
        state.apply(action)
        board.push(theirs[action])


@pytest.mark.parametrize("chunk", CHUNKS)
def test_random_games_agree(chunk: int) -> None:
    for number in range(GAMES):
        check_game(1000 * chunk + number)


def test_a_winner_is_who_python_chess_says() -> None:
    """Fool's mate: black has won, and in python-chess white is to move."""
    state, board = GAME.start(), chess.Board()
    for text in ("f2-f3", "e7-e5", "g2-g4", "d8-h4"):
        state.apply(state.parse(text))
        board.push_uci(text.replace("-", ""))
    assert board.outcome().winner is chess.BLACK  # type: ignore[union-attr]
    assert state.outcome() == Outcome(1, "checkmate")
