"""The features that Battlefield's evaluator sees in positions, and its values for actions."""

from __future__ import annotations

import pytest

import quincunx
from drawn import play
from quincunx import Game, Random, State
from quincunx.core import action_codes
from quincunx.search.alphabeta import AlphaBeta
from quincunx.search.transposition_table import TranspositionTable

CHESS = quincunx.game("chess")
ARMIES = quincunx.game("battlefield")
UNLIKE = quincunx.game("battlefield", white="wildwood", black="emberfall")


def worth(state: State) -> int:
    """The value for the player to move."""
    return int(state.game.spec.evaluator(state.game).worth(state))


def gain(state: State, text: str) -> int:
    return gain_of(state, state.parse(text))


def gain_of(state: State, action: int) -> int:
    return int(state.game.spec.evaluator(state.game).gain_of(state, action))


def seen(state: State, name: str) -> int:
    evaluator = state.game.spec.evaluator(state.game)
    return int(evaluator.listed(state)[evaluator.names.index(name)])


def mirrored(action: int) -> int:
    """The same action of the other side."""
    if action_codes.kind_of(action) == action_codes.END:
        return action
    return action_codes.action(
        action_codes.kind_of(action), action_codes.origin_of(action) ^ 56, action_codes.target_of(action) ^ 56
    )


def walked(game: Game, seed: int, turns: int) -> State:
    random, state = Random(seed), game.start()
    while state.turn < turns and not state.over:
        actions = state.legal_actions()
        state.apply(actions[random.below(len(actions))])
    return state


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("game", [CHESS, ARMIES])
def test_colours_are_alike(game: Game, seed: int) -> None:
    """A game begun by black, with the moves mirrored: each position has the same value for the player to move."""
    state = walked(game, seed, 60)
    again = game.start()
    other = game.position(again.position().replace(" w ", " b ").partition(" seen:")[0])
    for action in state.actions():
        assert gain_of(again, action) == gain_of(other, mirrored(action))
        again.apply(action)
        other.apply(mirrored(action))
        assert worth(again) == worth(other)


def test_armies_start_even() -> None:
    """Except for the right to move first."""
    state = ARMIES.start()
    assert set(state.game.spec.evaluator(state.game).listed(state)) == {0, 1}


@pytest.mark.parametrize("game", [CHESS, ARMIES, UNLIKE])
def test_a_skipped_turn_leaves_nothing_behind(game: Game) -> None:
    """A search evaluates doing nothing; afterwards it must still return a legal action."""
    state = walked(game, 5, 24)
    before = state.words()
    search = AlphaBeta(state, game.spec.evaluator(game), TranspositionTable(1))
    search.run(1e9, 60, 400)
    assert state.words() == before
    play(state, state.text(search.lines(1)[0].action))


def test_every_feature_has_a_weight() -> None:
    for game in (CHESS, ARMIES):
        evaluator = game.spec.evaluator(game)
        assert len(evaluator.names) == len(evaluator.listed(game.start())) == len(set(evaluator.names))


# -- chess --


def test_a_queen_up_is_good() -> None:
    state = CHESS.position("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
    assert 800 < worth(state) < 1200
    state = CHESS.position("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1")
    assert -1200 < worth(state) < -800


@pytest.mark.parametrize(
    ("name", "more", "less"),
    [
        ("doubled", "4k3/8/8/8/8/P7/P7/4K3", "4k3/8/8/8/8/8/PP6/4K3"),
        ("isolated", "4k3/8/8/8/8/8/P1P5/4K3", "4k3/8/8/8/8/8/PP6/4K3"),
        ("passed", "4k3/2p5/8/P7/8/8/8/4K3", "4k3/1p6/8/P7/8/8/8/4K3"),
        ("supported", "4k3/8/8/8/8/1P6/P7/4K3", "4k3/8/8/8/8/8/PP6/4K3"),
        ("open_files", "4k3/1p6/8/8/8/8/1P6/R3K3", "4k3/1p6/8/8/8/8/P7/R3K3"),
        ("half_open_files", "4k3/p7/8/8/8/8/1P6/R3K3", "4k3/p7/8/8/8/8/P7/R3K3"),
        ("bishop_pair", "4k3/8/8/8/8/8/8/2B1KB2", "4k3/8/8/8/8/8/8/2B1KN2"),
        ("shelter", "qrqrqrk1/8/8/8/8/8/5PPP/6K1", "qrqrqrk1/8/8/8/8/8/PPP5/6K1"),
    ],
)
def test_structure_is_seen(name: str, more: str, less: str) -> None:
    assert seen(CHESS.position(f"{more} w - - 0 1"), name) > seen(CHESS.position(f"{less} w - - 0 1"), name)


def test_captures_of_more_by_less_gain_most() -> None:
    state = CHESS.position("4k3/8/8/3q4/4P3/8/8/3QK3 w - - 0 1")
    assert gain(state, "e4-d5") > gain(state, "d1-d5") > 0
    assert gain(state, "e4-e5") == 0


def test_a_capture_that_loses_the_exchange_gains_nothing() -> None:
    """The pawn on d5 is defended; the queen behind the rook does not help against two defenders."""
    defended = CHESS.position("4k3/8/4p3/3p4/8/8/3R4/3QK3 w - - 0 1")
    assert gain(defended, "d2-d5") < 0
    alone = CHESS.position("4k3/8/8/3p4/8/8/3R4/3QK3 w - - 0 1")
    assert gain(alone, "d2-d5") == 100


def test_a_piece_behind_a_piece_joins_the_exchange() -> None:
    """Black's second rook defends through the first: recapturing would cost the queen, so a rook is lost for a pawn."""
    state = CHESS.position("3rk3/8/3r4/3p4/8/8/3R4/3QK3 w - - 0 1")
    assert gain(state, "d2-d5") == 100 - 500


def test_en_passant_and_promotion_gain() -> None:
    passing = CHESS.position("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1")
    assert gain(passing, "e5-d6") > 0
    promoting = CHESS.position("4k3/P7/8/8/8/8/8/4K3 w - - 0 1")
    assert gain(promoting, "a7-a8=Q") == 980 - 100
    assert gain(promoting, "a7-a8=R") == 0


def test_in_check_is_not_settled() -> None:
    evaluator = CHESS.spec.evaluator(CHESS)
    assert evaluator.is_settled(CHESS.start())
    assert not evaluator.is_settled(CHESS.position("4k3/8/8/8/8/8/8/K3R3 b - - 0 1"))


# -- armies --


def test_wounds_cost() -> None:
    healthy = ARMIES.position("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1")
    hurt = ARMIES.position("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1 units:a1/5")
    dead = ARMIES.position("4k3/8/8/8/8/8/8/4K3 w - - 0 1")
    assert worth(healthy) > worth(hurt) + 100 > worth(dead) + 200


def test_a_strike_that_kills_gains_and_one_that_does_not_can_wait() -> None:
    """The Siege Knight's strike defeats a pawn at once; the Wyvern Rider survives it."""
    assert gain(ARMIES.position("4k3/8/8/8/p7/8/8/R3K3 w - - 0 1"), "a1-a4") > 0
    assert gain(ARMIES.position("4k3/8/8/8/q7/8/8/R3K3 w - - 0 1"), "a1-a4") <= 0


def test_a_king_beset_is_in_peril() -> None:
    """The king survives a strike by a rook on his file, but the threat counts."""
    safe = ARMIES.position("4k3/8/8/8/8/8/8/3RK3 b - - 0 1")
    beset = ARMIES.position("3k4/8/8/8/8/8/8/3RK3 b - - 0 1")
    assert not beset.over
    assert seen(safe, "king_peril") == 0
    assert seen(beset, "king_peril") < 0
