"""Checkers: positions as text, and the engine against the slow reference."""

from __future__ import annotations

import pytest

import quincunx
from drawn import drawn, legal_texts
from quincunx import Outcome, PositionError, Random, State
from rules.reference_checkers import Piece, Reference, Square

CHECKERS = quincunx.game("checkers")
DRAUGHTS = quincunx.game("draughts")
LONE = "8/8/8/8/8/2D5/8/8"
FOUND = "8/8/8/4D3/1l1l4/8/8/8 d"  # the king has come from c3, by jumping over d4


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("7d/8/8/8/8/8/8/l7 d", "a man stands on h8"),
        ("8/8/8/8/8/8/8/D6l d", "h1 is a light tile"),
        ("8/8/8/8/8/8/8/8 d", "no pieces"),
        (f"{LONE} d", "the side that is not to move has no pieces"),
        ("1l1l1l1l/l1l1l1l1/1l1l1l1l/l7/8/d7/8/8 d", "light has 13 pieces"),
        (f"{FOUND} acted:1", "do not agree"),
        (f"{FOUND} moving:e5", "do not agree"),
        (f"{FOUND} moving:e5 jumped:d4", "do not agree"),
        (f"{FOUND} moving:e5 jumped:d4 acted:2", "do not agree"),
        (f"{FOUND} moving:e5,d4 jumped:d4 acted:1", "do not agree"),
        (f"{FOUND} moving:b4 jumped:d4 acted:1", "does not fit"),
        (f"{FOUND} moving:e5 jumped:c3 acted:1", "does not fit"),
        (f"{FOUND} moving:e5 jumped:d4 twice:b4 acted:2", "does not fit"),
        ("8/8/8/4d3/1l1l4/8/8/8 d moving:e5 jumped:d4 twice:d4 acted:2", "does not fit"),
        (f"{FOUND} moving:e5 jumped:d4 twice:d4 acted:2", "no capture is left"),
        (f"{FOUND} moving:e5 jumped:d4 acted:1 quiet:3", "quiet turns"),
        (f"{FOUND} moving:e5 jumped:d4 acted:1 passes:2", "over before this turn"),
        (f"{FOUND} moving:e5 jumped:d4 acted:1 timeouts:0,3", "over before this turn"),
        (f"{FOUND} moving:e9 jumped:d4 acted:1", "no square"),
        (f"{FOUND} timeouts:3,0", "timeouts"),
        (f"{FOUND} timeouts:1", "timeouts"),
        (f"{FOUND} timeouts:4,0", "timeouts"),
        (f"{FOUND} quiet:-1", "quiet"),
        (f"{FOUND} passes:many", "passes"),
        (f"{FOUND} colour:red", "not a field"),
    ],
)
def test_positions_that_no_game_could_hold(text: str, problem: str) -> None:
    with pytest.raises(PositionError, match=problem):
        CHECKERS.position(text)


@pytest.mark.parametrize("field", ["passes:1", "timeouts:1,0", "twice:d4"])
def test_draughts_positions_have_no_fields_of_checkers(field: str) -> None:
    with pytest.raises(PositionError, match="is not a field"):
        DRAUGHTS.position(f"{FOUND} {field}")


def test_an_english_chain_with_nothing_left_has_ended() -> None:
    with pytest.raises(PositionError, match="no capture is left"):
        DRAUGHTS.position(f"{FOUND} moving:e5 jumped:d4 acted:1")


@pytest.mark.parametrize(
    ("game", "text", "outcome"),
    [
        (CHECKERS, f"{LONE} l", Outcome(0, "no_pieces")),
        (CHECKERS, f"{FOUND} timeouts:0,3", Outcome(0, "left")),
        (CHECKERS, f"{FOUND} passes:2", Outcome(None, "passes")),
        (CHECKERS, f"{FOUND} quiet:100", Outcome(None, "quiet")),
        (DRAUGHTS, "8/8/8/2l5/1l6/d7/8/8 d", Outcome(1, "blocked")),
    ],
)
def test_positions_that_are_over_say_so(game: quincunx.Game, text: str, outcome: Outcome) -> None:
    state = game.position(text)
    assert state.outcome() == outcome
    assert game.position(state.position()) == state


def test_a_chain_is_written_and_read() -> None:
    text = f"{FOUND} moving:e5 jumped:d4 ply:1 acted:1"
    state = CHECKERS.position(text)
    assert state.position() == text
    assert legal_texts(state) == {"e5-c3", "end"}
    state.apply(state.parse("e5-c3"))
    assert state.position() == "8/8/8/8/1l1l4/2D5/8/8 d moving:c3 jumped:d4 twice:d4 ply:2 acted:2"
    assert CHECKERS.position(state.position()) == state


FEW_KINGS = """
    8| .....l.l
    7| ......D.
    6| .l.l....
    5| ........
    4| .l.L.l..
    3| ..D.....
    2| .l...l.d
    1| D.......
"""


def as_reference(state: State) -> Reference:
    """The same position in the reference, at the start of a turn with all counters at zero."""
    board: dict[Square, Piece] = {
        (cell % 8, cell // 8): (state.game.players[piece.owner], piece.name)
        for cell, piece in state.game.spec.pieces(state).items()
    }
    return Reference(state.game.key == "draughts", state.game.players[state.to_move], board)


def compare(state: State, seed: int) -> None:
    """Play on at random, with the clock running out now and then: actions, pieces and result must agree."""
    reference, random = as_reference(state), Random(seed)
    while not state.over:
        assert legal_texts(state) == reference.actions()
        if state.acted == 0:
            assert as_reference(state).board == reference.board
        actions = state.legal_actions()
        text = state.text(actions[random.below(len(actions))])
        if state.accepts_timeout() and random.below(8) == 0:
            text = "timeout"
        reference.play(text)
        state.apply(state.parse(text))
    winner, reason = state.outcome() or (None, "")
    assert reference.result == (None if winner is None else state.game.players[winner], reason)


ROUNDS = 40 if quincunx.compiled else 8


@pytest.mark.parametrize("game", [CHECKERS, quincunx.game("checkers", first="light"), DRAUGHTS], ids=repr)
def test_the_engine_agrees_with_the_reference(game: quincunx.Game) -> None:
    for seed in range(ROUNDS):
        compare(game.start(), seed)


@pytest.mark.parametrize("game", [CHECKERS, DRAUGHTS], ids=repr)
@pytest.mark.parametrize("to_move", [0, 1])
def test_the_engine_agrees_with_the_reference_among_kings(game: quincunx.Game, to_move: int) -> None:
    for seed in range(ROUNDS):
        compare(drawn(game, FEW_KINGS, to_move), seed)
