"""English draughts against OpenSpiel's `checkers`: random games, action by action.

The two agree on what can be played, who is to move, the board at the start of every turn, and who wins. They differ in
the following ways, and the test allows for them:

- OpenSpiel calls the first player white and writes `o` and `8`; here dark moves first. The squares are the same.
- OpenSpiel declares a draw after 40 actions in a row without a capture, a man's moves included. Here it takes 100 turns
  without a capture and without a man's move. A game is compared until OpenSpiel ends it.
- OpenSpiel removes a captured piece at once, here it is removed when the turn ends, so boards are compared between
  turns.
- In both, a chain is several actions of one turn, and a player who cannot move loses; OpenSpiel does not distinguish
  this from having no pieces left.
"""

from __future__ import annotations

import pyspiel
import pytest

import quincunx
from drawn import legal_texts, picture
from quincunx import Random, State

GAME = quincunx.game("draughts")
PEER = pyspiel.load_game("checkers")
QUIET = 40
LETTERS = str.maketrans("o8+*", "dDlL")


def peer_actions(peer: pyspiel.State) -> dict[str, int]:
    """OpenSpiel's legal actions in our notation: its `c3d4` is `c3-d4`."""
    texts = {action: peer.action_to_string(action) for action in peer.legal_actions()}
    return {f"{text[:2]}-{text[2:]}": action for action, text in texts.items()}


def peer_picture(peer: pyspiel.State) -> str:
    """OpenSpiel's board in our letters, without coordinates."""
    return "\n".join(line[1:].translate(LETTERS) for line in str(peer).splitlines()[:8])


def check_ending(state: State, peer: pyspiel.State, quiet: int) -> None:
    if quiet == QUIET:
        assert peer.returns() == [0, 0]
        return
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.reason in ("no_pieces", "blocked")
    assert peer.returns() == ([1, -1] if outcome.winner == 0 else [-1, 1])


@pytest.mark.parametrize("seed", range(60 if quincunx.compiled else 10))
def test_random_games_agree(seed: int) -> None:
    random, state, peer, quiet = Random(seed), GAME.start(), PEER.new_initial_state(), 0
    while not peer.is_terminal():
        theirs = peer_actions(peer)
        assert legal_texts(state) == set(theirs)
        assert state.to_move == peer.current_player()
        if state.acted == 0:
            assert picture(state) == peer_picture(peer)
        text = sorted(theirs)[random.below(len(theirs))]
        quiet = 0 if abs(ord(text[0]) - ord(text[3])) == 2 else quiet + 1
        state.apply(state.parse(text))
        peer.apply_action(theirs[text])
    check_ending(state, peer, quiet)
