"""Moves as players type them at the prompt."""

from __future__ import annotations

import pytest

import quincunx
from quincunx.play.errors import Refused
from quincunx.play.typed_moves import as_actions


@pytest.mark.parametrize(
    ("key", "typed", "actions"),
    [
        ("chess", "e4 e5 Nf3", "e2-e4 e7-e5 g1-f3"),
        ("chess", "e2-e4 e5", "e2-e4 e7-e5"),
        ("draughts", "11-15 d6-c5", "c3-d4 d6-c5"),
        ("othello", "f5", "f5"),
        ("cengers", "nonsense", "nonsense"),
    ],
)
def test_words_become_actions(key: str, typed: str, actions: str) -> None:
    assert as_actions(quincunx.game(key).start(), typed.split()) == actions.split()


def test_what_cannot_be_played_stays_as_it_is_behind_what_can() -> None:
    assert as_actions(quincunx.game("chess").start(), ["e4", "Nf3", "d5"]) == ["e2-e4", "Nf3", "d5"]


def test_a_first_word_that_is_no_move_is_refused_in_words_of_the_notation() -> None:
    with pytest.raises(Refused, match="o knight can play Nf6; expected a legal move such as Na3"):
        as_actions(quincunx.game("chess").start(), ["Nf6"])


def test_a_chain_of_jumps_is_one_word() -> None:
    state = quincunx.game("draughts").record('[FEN "W:W26,32:B22,14,1"]\n\n*').replay()
    assert as_actions(state, ["26x17x10"]) == ["e7-g5", "g5-e3"]
