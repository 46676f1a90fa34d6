"""What the evaluator sees on a FlipFlop board, and that it treats both colours alike."""

from __future__ import annotations

import pytest

import quincunx
from drawn import drawn, legal_texts, picture, play, rows
from quincunx import Game, Random, State
from quincunx.core import action_codes
from quincunx.core.evaluator import Evaluator
from search.minimax import wandered

GAMES = [quincunx.game(key, n=n) for key in ("flipflop", "othello") for n in (8, 10)]
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.key}-{game.options['n']}")
OTHELLO = quincunx.game("othello")
FLIPFLOP = quincunx.game("flipflop")

SWAPPED = str.maketrans("wb", "bw")


def evaluator(game: Game) -> Evaluator:
    return game.spec.evaluator(game)


def seen(state: State, name: str) -> int:
    """The value of a feature in the position."""
    judge = evaluator(state.game)
    return judge.listed(state)[judge.names.index(name)]


def fields(state: State) -> str:
    """The fields besides board and side: whether the previous turn was a pass."""
    return " ".join(word for word in state.position().split() if word.startswith("passed"))


def positions(game: Game, count: int) -> list[State]:
    """Positions of random games, at the start of a turn, from early and late in the game."""
    found = (wandered(game.start(), 4 + 3 * seed, seed) for seed in range(4 * count))
    return [state for state in found if not state.over and state.acted == 0][:count]


# -- symmetry --


@every_game
def test_colours_are_worth_the_same(game: Game) -> None:
    """The same board with the colours and the side to move swapped has the same value for the player to move."""
    for state in positions(game, 8):
        other = drawn(game, picture(state).translate(SWAPPED), 1 - state.to_move, fields(state))
        judge = evaluator(game)
        assert judge.listed(other) == [-feature for feature in judge.listed(state)]
        assert judge.worth(other) == judge.worth(state)


@every_game
def test_directions_are_worth_the_same(game: Game) -> None:
    """Rotating or mirroring the board changes nothing."""
    for state in positions(game, 8):
        board = rows(picture(state))
        mirrored = [row[::-1] for row in board]
        transposed = ["".join(column) for column in zip(*board, strict=True)]
        for turned in (mirrored, transposed, board[::-1]):
            other = drawn(game, "\n".join(turned), state.to_move, fields(state))
            assert evaluator(game).listed(other) == evaluator(game).listed(state)


@every_game
def test_there_is_a_weight_for_every_feature(game: Game) -> None:
    judge = evaluator(game)
    assert len(judge.listed(game.start())) == len(judge.names)


# -- what is seen --


def with_piece(square: str) -> State:
    """A quiet position with black to move, in which white has one more piece, on the given square."""
    quiet = """
        ........
        ........
        ..wwbb..
        ..wbwb..
        ..bwbw..
        ..bbww..
        ........
        ........
        """
    board = [list(row) for row in rows(quiet)]
    board[8 - int(square[1])]["abcdefgh".index(square[0])] = "w"
    return drawn(OTHELLO, "\n".join(map("".join, board)), 1)


def test_a_corner_is_better_than_the_squares_next_to_it() -> None:
    """For black, who is to move, white's corner is worst; a piece on the diagonal before it is white's mistake."""
    corner, beside, before = (evaluator(OTHELLO).worth(with_piece(square)) for square in ("a1", "b1", "b2"))
    assert corner < beside < before


def test_the_squares_next_to_a_corner_count_only_while_it_is_empty() -> None:
    assert seen(with_piece("b2"), "before_corners") == 1
    assert seen(with_piece("g1"), "beside_corners") == 1
    taken = drawn(OTHELLO, "........\n" * 6 + "ww......\nbwwb....")
    assert seen(taken, "before_corners") == 0
    assert seen(taken, "beside_corners") == 0


def test_stable_pieces_grow_from_a_corner() -> None:
    """White's triangle can never be flipped, nor black's two; white's d4 can."""
    state = drawn(
        OTHELLO,
        """
        . . . . . . b b
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . w b . . .
        w . . . . . . .
        w w . . . . . .
        w w w . . . . .
        """,
    )
    assert seen(state, "stable") == 6 - 2


def test_a_row_along_the_edge_is_not_stable_without_its_corner() -> None:
    state = drawn(OTHELLO, "........\n" * 6 + "...wb...\n.wwwwww.")
    assert seen(state, "stable") == 0


def test_pieces_that_are_surrounded_do_not_stand_in_the_open() -> None:
    """Black's d4 and e4 are surrounded; all white pieces except those of the wall on the edge are open."""
    state = drawn(
        OTHELLO,
        """
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . w w w w . .
        . . w b b w . .
        . . w w w w . .
        . . . . . . . .
        . . . . . . . .
        """,
        1,
    )
    assert seen(state, "open") == 10


def test_where_to_place_is_counted_by_kinds_of_lines() -> None:
    """White has d4 and a2 as first pieces, of which d4 allows a second, and c6 as that second; black has only a5."""
    state = drawn(
        FLIPFLOP,
        """
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . b . . . . . .
        w b b . . . . .
        b . . . . . . .
        . . . . . . . .
        . . . . . . . .
        """,
    )
    assert seen(state, "mobility") == 2 - 1
    assert seen(state, "doubles") == 1
    assert seen(state, "seconds") == 1


def earning(state: State) -> int:
    """The number of first pieces that trap two or more, counted by playing them."""
    before, mover, found = len(state.cells(state.to_move)), state.to_move, 0  # type: ignore[attr-defined]
    for action in state.legal_actions():
        state.apply(action)
        found += len(state.cells(mover)) - before >= 3  # type: ignore[attr-defined]
        state.undo()
    return found


@pytest.mark.parametrize("n", [8, 10, 20, 26])
def test_first_pieces_that_earn_a_second_are_those_that_trap_two(n: int) -> None:
    """The feature counts both colours at once, so the test adds the same board with the other side to move."""
    game = quincunx.game("flipflop", n=n)
    for state in positions(game, 8):
        if fields(state) or not state.legal_actions():
            continue
        other = drawn(game, picture(state), 1 - state.to_move)
        white, black = (state, other) if state.to_move == 0 else (other, state)
        assert seen(state, "doubles") == earning(white) - earning(black)


# -- ordering, and what comes of it --


def test_a_corner_is_tried_first_and_what_gives_it_away_last() -> None:
    state = OTHELLO.start()
    corner, plain, before = (
        evaluator(OTHELLO).gain_of(state, action_codes.action(action_codes.PLACE, cell, cell)) for cell in (0, 26, 9)
    )
    assert corner > plain > before
    assert plain == 0


def test_taking_a_corner_looks_best_at_a_glance() -> None:
    state = drawn(
        OTHELLO,
        """
        . . . . . . . .
        . . . . . . . .
        . . . w . . . .
        . . . w b . . .
        . . . b w w . .
        . . w . . b . .
        . b . . . . . .
        . . . . . . . .
        """,
    )
    looks = {square: -evaluator(OTHELLO).worth(play(state.copy(), square)) for square in legal_texts(state)}
    assert max(looks, key=lambda square: looks[square]) == "a1"


def test_random_positions_stay_within_bounds() -> None:
    random = Random(3)
    for game in GAMES:
        state = game.start()
        while not state.over:
            assert abs(evaluator(game).worth(state)) < 20_000
            actions = state.legal_actions()
            state.apply(actions[random.below(len(actions))])
