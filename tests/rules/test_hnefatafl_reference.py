"""The engine against the slow reference, ply by ply: from the start, and from boards that are rare in games."""

from __future__ import annotations

import pytest

import quincunx
from drawn import legal_texts
from quincunx import Random, State
from quincunx.notation.position import write_board
from rules.reference_hnefatafl import SIZES, Reference, Square

GAMES = {key: quincunx.game(key) for key in SIZES}
every_game = pytest.mark.parametrize("key", GAMES)


def agree(state: State, reference: Reference, random: Random, plies: int) -> None:
    """Play random actions in both, and compare actions, boards and outcomes."""
    for _ in range(plies):
        assert legal_texts(state) == reference.actions(), state.position()
        assert letters(state) == reference.board, state.position()
        outcome = state.outcome()
        winner = None if outcome is None or outcome.winner is None else "ad"[outcome.winner]
        assert reference.result == (None if outcome is None else (winner, outcome.reason)), state.position()
        if outcome:
            return
        actions = state.legal_actions()
        action = actions[random.below(len(actions))]
        reference.play(state.text(action))
        state.apply(action)


def letters(state: State) -> dict[Square, str]:
    files = state.game.board.files
    found = state.game.spec.position_letters(state)
    return {(cell % files, cell // files): letter for cell, letter in found.items()}


@every_game
@pytest.mark.parametrize("seed", range(3))
def test_from_the_start(key: str, seed: int) -> None:
    agree(GAMES[key].start(), Reference(key), Random(seed), 80 + 900 * quincunx.compiled)


@every_game
def test_from_crowded_boards(key: str, walks: int) -> None:
    for seed in range(20 * walks):
        random = Random(seed)
        board, side = crowded(GAMES[key], random), random.below(2)
        cells = {rank * SIZES[key] + file: letter for (file, rank), letter in board.items()}
        state = GAMES[key].position(f"{write_board(GAMES[key], cells)} {'ad'[side]}")
        if not state.over:
            agree(state, Reference(key, board, "ad"[side]), random, 25)


def crowded(game: quincunx.Game, random: Random) -> dict[Square, str]:
    """A king near the edge among his defenders, with attackers close by: likely to form walls, forts and rings."""
    size = game.board.files
    squares = [(cell % size, cell // size) for cell in range(size * size) if cell not in game.board.marks]
    inner = [square for square in squares if 0 < square[0] < size - 1 and 0 < square[1] < size - 1]
    near_edge = inner if game.key == "tablut" else [square for square in squares if square[1] < 2]
    king = near_edge[random.below(len(near_edge))]
    near = sorted(squares, key=lambda s: abs(s[0] - king[0]) + abs(s[1] - king[1]) + random.below(3))
    near.remove(king)
    setup = game.spec.facts["setup"]
    men = ["d"] * random.below(setup.count("d") + 1) + ["a"] * (1 + random.below(setup.count("a")))
    gaps = [""] * random.below(8)
    letters = men + gaps
    if random.below(2):  # all mixed; otherwise the defenders are nearer
        letters.sort(key=lambda _: random.below(1000))
    placed = {square: letter for square, letter in zip(near, letters, strict=False) if letter}
    return placed | {king: "k"}


def test_h12_every_action_at_a_crowded_edge(walks: int) -> None:
    game, walls = GAMES["copenhagen"], 0
    for seed in range(25 * walks):
        random = Random(seed)
        board, side = fenced(random), random.below(2)
        cells = {rank * 11 + file: letter for (file, rank), letter in board.items()}
        state = game.position(f"{write_board(game, cells)} {'ad'[side]}")
        for action in state.legal_actions():
            reference = Reference("copenhagen", dict(board), "ad"[side])
            reference.play(state.text(action))
            state.apply(action)
            assert letters(state) == reference.board, f"{state.position()} after {state.text(action)}"
            walls += len(board) - len(reference.board) > 1
            state.undo()
    assert walls > walks, "the boards show what they are for"


def fenced(random: Random) -> dict[Square, str]:
    """A row along the lower edge, a row of the other side in front of it with a few gaps, and the king."""
    row, front = ("d", "a") if random.below(2) else ("a", "d")
    board = {(file, 0): row for file in range(1, 10) if random.below(4)}
    board |= {(file, 1): front for file in range(11) if random.below(6)}
    board |= {(file, 0): front for file in range(1, 10) if random.below(9) == 0}
    board |= {(file, 2): front for file in range(11) if random.below(3) == 0}
    board |= {(0, 8): "a", (10, 8): "a"}
    men = {letter: [square for square in board if board[square] == letter] for letter in "ad"}
    for letter, most in (("a", 24), ("d", 12)):
        for _ in range(len(men[letter]) - most):
            del board[men[letter].pop(random.below(len(men[letter])))]
    king = (random.below(9) + 1, random.below(3))
    return board | {king: "k"}


@every_game
def test_move_counts(key: str) -> None:
    assert quincunx.perft(GAMES[key].start(), 2) == count(Reference(key), 2)


def count(reference: Reference, depth: int) -> int:
    actions = reference.actions()
    if depth == 1:
        return len(actions)
    total = 0
    for text in actions:
        following = Reference(reference.key, dict(reference.board), reference.side)
        following.play(text)
        total += count(following, depth - 1)
    return total
