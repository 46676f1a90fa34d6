"""Battlefield's positions as text: FEN for chess, and fields for everything that letters do not show."""

from __future__ import annotations

import pytest

import quincunx
from drawn import drawn, legal_texts, play
from quincunx import Outcome
from quincunx.games.battlefield.positions import fen
from rules.skirmish import effects, hp, skirmish

CHESS = quincunx.game("chess")


def test_a_plain_fen_reads_and_writes() -> None:
    text = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 3 17"
    state = CHESS.position(text)
    assert state.position().startswith(f"{text} seen:")
    assert fen(state) == text  # type: ignore[arg-type]
    assert (state.turn, state.ply, state.to_move) == (33, 33, 1)


def test_the_moves_number_tells_turn_and_ply() -> None:
    state = play(CHESS.start(), "e2-e4 e7-e5 g1-f3")
    fields = [word.partition(":")[0] for word in state.position().split()[6:]]
    assert fields == ["seen"]
    assert (state.turn, state.ply) == (3, 3)
    with pytest.raises(quincunx.PositionError, match="turn"):
        CHESS.position("4k3/8/8/8/8/8/8/4K3 w - - 0 1 turn:3")


def test_a_ply_that_does_not_follow_from_the_move_is_written() -> None:
    state = drawn(skirmish(), BASE, fields="- - 0 5 units:a2+c1")
    play(state, "a2-a3 a3-a4")
    assert (state.turn, state.ply) == (9, 10)
    assert "ply:10" in state.position().split()
    assert state.game.position(state.position()) == state


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "-"),  # nobody can capture
        ("rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 2", "e3"),
        ("4k3/8/8/8/r2pP2K/8/8/8 b - e3 0 2", "e3"),
        ("8/8/8/8/R2pP2k/8/8/4K3 b - e3 0 2", "-"),  # it would leave the king in check
    ],
)
def test_an_en_passant_square_is_kept_where_it_can_be_played(text: str, kept: str) -> None:
    assert CHESS.position(text).position().split()[3] == kept


BASE = """
    8| ....k...
    7| ........
    6| ........
    5| ........
    4| ........
    3| ........
    2| P.......
    1| R...K..R
"""


def test_units_are_told_apart_only_where_the_letter_does_not() -> None:
    game = skirmish({"Rh": {"atk": 9}})
    state = drawn(game, BASE, fields="KQ - 0 1 units:h1=Rh/7+k2,a1/3,a2+c1")
    assert (hp(state, "h1"), hp(state, "a1"), effects(state, "h1"), effects(state, "a2")) == (
        7,
        3,
        ("knives",),
        ("cheered",),
    )
    assert "units:a1/3,h1=Rh/7+k2,a2+c1" in state.position().split()
    assert "units" not in skirmish().start().position()


def test_a_promoted_units_profile_is_named_by_its_role() -> None:
    army = quincunx.game("battlefield").spec.options[0].read("wildwood")
    game = quincunx.game("battlefield", white=army)
    state = game.position("4k3/8/8/8/8/8/8/N3K3 w - - 0 1 units:a1=N")
    assert state.game.spec.pieces(state)[0].name == "Wolf"
    assert game.position("4k3/8/8/8/8/8/8/N3K3 w - - 0 1").position() != state.position()


def test_a_position_in_the_middle_of_a_turn() -> None:
    state = play(drawn(skirmish(), BASE, fields="KQ - 0 1 units:h1+c1"), "h1-h4")
    assert "acting:h4 acted:1" in state.position()
    again = state.game.position(state.position())
    assert again == state
    assert all(text.startswith("h4") or text == "end" for text in legal_texts(again))


def test_a_position_that_is_over_is_read_as_over() -> None:
    mate = CHESS.position("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3")
    assert mate.outcome() == Outcome(1, "checkmate")
    assert CHESS.position("k7/8/1Q6/8/8/8/8/4K3 b - - 0 1").outcome() == Outcome(None, "stalemate")
    assert CHESS.position("k7/8/2Q5/8/8/8/8/4K3 w - - 100 90").outcome() == Outcome(None, "quiet")
    fallen = skirmish().position("8/8/8/8/8/8/8/4K3 b - - 0 1")
    assert fallen.outcome() == Outcome(0, "king_defeated")
    assert fallen.game.position(fallen.position()) == fallen


@pytest.mark.parametrize(
    "text",
    [
        "4k3/8/8/8/8/8/8/8 b - - 0 1",  # the king of the side that has just moved is missing
        "8/8/8/8/8/8/8/8 w - - 0 1",
        "4k3/8/8/8/8/8/8/3KK3 w - - 0 1",
        "4k3/8/8/8/8/8/8/P3K3 w - - 0 1",
        "p3k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/P7/PPPPPPPP/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/NNNNNNNN/NNNNNNNN/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w K - 0 1",
        "4k3/8/8/8/8/8/8/4K2R w Q - 0 1",
        "4k3/8/8/8/8/8/8/4K2R w kK - 0 1",
        "4k3/8/8/8/8/8/8/3K3R w K - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - e6 0 1",
        "4k3/8/8/4p3/8/8/8/4K3 w - e3 0 1",
        "4k3/4p3/8/4p3/8/8/8/4K3 w - e6 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - z9 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - - -1 1",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 0",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 x",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1000000000",
        "4k3/8/8/8/8/8/8/4K3 w - - 0",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1 units:e4/3",  # no unit there
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1 units:e1/31",  # more HP than the unit can have
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1 units:e1/3,e1/4",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1 units:e1=Qd",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1 units:e1=Kd",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1 units:e1+k3",  # impossible counts at the start of a turn
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1 units:e1+c2",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1 units:e8+c1",
        "4k3/8/8/8/8/8/8/4K2R w - - 0 1 units:h1+c1",  # rooks cheer in this army
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1 units:?",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1 acting:e1",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1 acted:1",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1 acting:e1 acted:1",  # not cheered
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1 acting:e1 acted:2 units:e1+c1",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1 acting:e8 acted:1 units:e1+c1",
        "4k3/8/8/8/8/p7/P7/4K3 w - - 0 1 acting:a2 acted:1 units:a2+c1",  # no second action left
        "4k3/4r3/8/8/8/8/P7/4K3 w - - 0 1 acting:a2 acted:1 units:a2+c1,e1/1",  # the king is not safe
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1 passing:e4",
        "4k3/8/8/4pP2/8/8/8/4K3 w - e6 0 1 passing:e5",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1 colour:red",
    ],
)
def test_nonsense_is_refused(text: str) -> None:
    game = skirmish({"R": {"skills": ["cheer"]}})
    with pytest.raises(quincunx.PositionError):
        game.position(text)


def test_a_king_in_check_though_the_other_is_to_move_can_be_taken() -> None:
    """No game of chess leads to this, but a game with cheers or effects may (B12)."""
    state = CHESS.position("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1")
    assert play(state, "e2-e8").outcome() == Outcome(0, "king_defeated")
