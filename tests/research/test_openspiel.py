"""OpenSpiel's own tests and algorithms on our games, unchanged."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pyspiel
import pytest
from open_spiel.python import policy
from open_spiel.python.algorithms import exploitability, generate_playthrough, mcts

import quincunx
import quincunx.research.openspiel
from variants import keys

MULTIPLE = "flipflop"  # turns of up to two actions
ENDING = "wwwwwwww/bbbwwbww/bbwwbwbw/bbbwwbwb/bwbwwwbb/bwbwbbwb/bwwbbw2/wwwwww2 b"  # with four empty squares


def load(key: str, **parameters: object) -> pyspiel.Game:
    return pyspiel.load_game(f"quincunx_{key}", parameters)


@pytest.mark.parametrize("key", keys())
def test_every_game_is_registered_and_plays_the_same_moves(key: str) -> None:
    theirs, ours = load(key).new_initial_state(), quincunx.game(key).start()
    random = quincunx.Random(1)
    for _ in range(20):
        assert theirs.current_player() == ours.to_move
        actions = theirs.legal_actions()
        texts = [theirs.action_to_string(action) for action in actions]
        assert sorted(texts) == sorted(map(ours.text, ours.legal_actions()))
        number = random.below(len(actions))
        theirs.apply_action(actions[number])
        ours.apply(ours.parse(texts[number]))
    assert theirs.clone().legal_actions() == theirs.legal_actions()


@pytest.mark.parametrize("key", ["brandubh", "draughts", MULTIPLE])
def test_its_random_simulations_pass(key: str) -> None:
    pyspiel.random_sim_test(load(key), num_sims=1, serialize=True, verbose=False)


def test_its_tree_search_finds_a_win() -> None:
    game = load("chess", position="7k/8/5KQ1/8/8/8/8/8 w - - 0 1")
    bot = mcts.MCTSBot(game, 2.0, 60, mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)), solve=True)
    state = game.new_initial_state()
    state.apply_action(bot.step(state))
    assert state.returns() == [1.0, -1.0]


def test_its_playthrough_tool_describes_a_game() -> None:
    text = generate_playthrough.playthrough("quincunx_brandubh", [], seed=1, observation_params_string=None)
    assert 'GameType.short_name = "quincunx_brandubh"' in text
    assert "NumDistinctActions() = 588" in text


def test_it_finds_how_far_a_policy_is_from_the_best_one() -> None:
    """Near the end of a game, where the whole tree is small."""
    game = load("othello", position=ENDING)
    uniform = policy.UniformRandomPolicy(game)
    assert exploitability.exploitability(game, uniform) == pytest.approx(0.25)


def test_python_ends_without_a_crash() -> None:
    code = "import quincunx.research.openspiel, pyspiel; print(pyspiel.load_game('quincunx_othello(n=10)'))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "quincunx_othello(n=10,position=)\n"
