"""Othello against OpenSpiel's `othello`: random games, action by action.

The two agree on everything: squares (OpenSpiel draws rank 1 at the top, but the names are the same), who is to move,
what can be played, forced passes, the pieces, and who wins. OpenSpiel's player 0 is black.
"""

from __future__ import annotations

import pytest

import quincunx
from drawn import legal_texts
from quincunx import Outcome, Random, State

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel (open_spiel) is not installed")

GAME = quincunx.game("othello")
PEER = pyspiel.load_game("othello")
BLACK = 1


def peer_actions(peer: pyspiel.State) -> dict[str, int]:
    """OpenSpiel's legal actions in our notation, which is the same."""
    return {peer.action_to_string(action): action for action in peer.legal_actions()}


def peer_letters(peer: pyspiel.State) -> dict[int, str]:
    """OpenSpiel's pieces by cell, in our letters: its rows are ranks, starting with rank 1."""
    rows = [line.split()[1:-1] for line in str(peer).splitlines() if line[0].isdigit()]
    cells = [square for row in rows for square in row]
    return {cell: {"x": "b", "o": "w"}[square] for cell, square in enumerate(cells) if square != "-"}


def expected_outcome(returns: list[float]) -> Outcome:
    """The expected outcome; OpenSpiel gives black's return first."""
    winner = {1.0: 1, -1.0: 0, 0.0: None}[returns[0]]
    return Outcome(winner, "neither_can_play")


def compare(state: State, peer: pyspiel.State) -> None:
    assert state.to_move == (BLACK if peer.current_player() == 0 else 1 - BLACK)
    assert legal_texts(state) == set(peer_actions(peer))
    assert state.game.spec.position_letters(state) == peer_letters(peer)


@pytest.mark.parametrize(
    "seeds", [range(first, first + 30) for first in range(0, 300 if quincunx.compiled else 30, 30)]
)
def test_random_games_agree(seeds: range) -> None:
    for seed in seeds:
        random, state, peer = Random(seed), GAME.start(), PEER.new_initial_state()
        while not peer.is_terminal():
            compare(state, peer)
            actions = peer_actions(peer)
            text = sorted(actions)[random.below(len(actions))]
            state.apply(state.parse(text))
            peer.apply_action(actions[text])
        assert state.outcome() == expected_outcome(peer.returns())
