"""Chess moves and files against python-chess: SAN move by move, and PGN read by each of the two."""

from __future__ import annotations

import io

import chess
import chess.pgn
import pytest

import quincunx
from peers.test_chess import action_of
from quincunx import Random, Record, State

GAME = quincunx.game("chess")
NOTATION = GAME.spec.move_notation(GAME)
PGN = GAME.spec.record_format(GAME)
assert PGN is not None
SEEDS = range(60 if quincunx.compiled else 2)


def random_game(seed: int, plies: int = 300) -> State:
    random, state = Random(seed), GAME.start()
    while not state.over and state.ply < plies:
        actions = state.legal_actions()
        state.apply(actions[random.below(len(actions))])
    return state


@pytest.mark.parametrize("seed", SEEDS)
def test_every_legal_move_is_written_and_read_as_there(seed: int) -> None:
    random, state, board = Random(seed), GAME.start(), chess.Board()
    while not state.over and state.ply < 200:
        theirs = {action_of(move): move for move in board.legal_moves}
        for action in state.legal_actions():
            san = board.san(theirs[action])
            assert NOTATION.write(state, action) == san, board.fen()
            assert NOTATION.read_turn(state, san) == [action]
        action = state.legal_actions()[random.below(len(theirs))]
        state.apply(action)
        board.push(theirs[action])


@pytest.mark.parametrize("seed", SEEDS)
def test_python_chess_reads_what_is_written(seed: int) -> None:
    record = Record.of(random_game(seed), {"white": "Ann", "black": "Bob"})
    text = PGN.write(record, {"Event": "Test", "Date": "2026.11.18"})
    assert max(map(len, text.splitlines())) < 80
    game = chess.pgn.read_game(io.StringIO(text))
    assert game is not None
    assert not game.errors
    assert [action_of(move) for move in game.mainline_moves()] == list(record.actions)
    assert list(game.headers)[:7] == ["Event", "Site", "Date", "Round", "White", "Black", "Result"]
    assert (game.headers["White"], game.headers["Black"]) == ("Ann", "Bob")
    assert quincunx.read_record(text) == record


@pytest.mark.parametrize("seed", SEEDS)
def test_what_python_chess_writes_is_read(seed: int) -> None:
    state, game = random_game(seed), chess.pgn.Game()
    node: chess.pgn.GameNode = game
    for number, action in enumerate(state.actions()):
        board = node.board()
        move = next(move for move in board.legal_moves if action_of(move) == action)
        other = next((each for each in board.legal_moves if each != move), None)
        if number % 7 == 3 and other is not None:
            node.add_main_variation(move).comment = "a comment (with brackets) 1-0"
            node.add_variation(other).nags.add(chess.pgn.NAG_BLUNDER)
        else:
            node.add_main_variation(move)
        node = node.variations[0]
    assert quincunx.read_record(str(game)).actions == tuple(state.actions())


@pytest.mark.parametrize("seed", SEEDS)
def test_a_game_from_the_middle(seed: int) -> None:
    middle = random_game(seed, 31)
    if middle.over:
        pytest.skip("it was over by then")
    state = GAME.position(" ".join(middle.position().split()[:6]))
    state.apply(state.legal_actions()[0])
    record = Record.of(state)
    text = PGN.write(record, {})
    game = chess.pgn.read_game(io.StringIO(text))
    assert game is not None
    assert not game.errors
    assert [action_of(move) for move in game.mainline_moves()] == list(record.actions)
    read = quincunx.read_record(text)
    assert read.replay().position() == record.replay().position()
