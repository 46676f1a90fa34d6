"""PettingZoo's own tests on the games as they are, and what its tests do not see."""

from __future__ import annotations

import sys
import warnings
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, max_cycles_test, performance_benchmark, render_test, seed_test

import quincunx
from quincunx.research import pettingzoo
from quincunx.research.pettingzoo import env
from variants import keys

MULTIPLE = "flipflop"  # turns of up to two actions


def played(environment: Any, count: int, seed: int = 1) -> list[str]:
    """Play random actions; return the agents in the order of their actions."""
    random, movers = quincunx.Random(seed), []
    for agent in environment.agent_iter(count):
        observation, _, over, cut, _ = environment.last()
        legal = np.flatnonzero(observation["action_mask"])
        environment.step(None if over or cut else int(legal[random.below(len(legal))]))
        movers.append(agent)
    return movers


@pytest.mark.parametrize("key", keys())
def test_every_game_follows_the_interface(key: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it prefers observations that are no dicts, and names it knows
        api_test(env(key, max_cycles=20), num_cycles=40)


@pytest.mark.parametrize("key", ["tablut", MULTIPLE])
def test_a_seed_gives_the_same_game(key: str) -> None:
    seed_test(lambda: env(key), num_cycles=10)


def test_it_renders_in_every_mode(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    render_test(lambda **settings: env("brandubh", **settings))


def test_a_game_is_cut_after_the_cycles_that_were_asked_for() -> None:
    def of(make: Any) -> Any:
        return lambda **settings: make("tablut", illegal="random", **settings)

    max_cycles_test(SimpleNamespace(env=of(pettingzoo.env), parallel_env=of(pettingzoo.parallel_env)))


def test_its_benchmark_runs(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    ticks = iter(range(0, 100, 2))
    monkeypatch.setattr(
        sys.modules[performance_benchmark.__module__], "time", SimpleNamespace(time=lambda: next(ticks))
    )
    performance_benchmark(env("brandubh"))
    assert "turns per second" in capsys.readouterr().out


def test_an_agent_with_several_actions_repeats() -> None:
    environment = env(MULTIPLE)
    environment.reset()
    movers = played(environment, 12)
    assert any(one == other for one, other in pairwise(movers))


def test_planes_and_actions_are_the_same_for_both_sides_of_a_symmetrical_game() -> None:
    environment = env("chess")
    environment.reset()
    seen = environment.observe("player_0")
    number = environment.actions.number(environment.board.parse("e2-e4"), 0)
    environment.reset(options={"position": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1"})
    assert not environment.observe("player_0")["action_mask"].any()
    for name, array in environment.observe("player_1").items():
        assert np.array_equal(array, seen[name])
    environment.step(number)
    assert environment.board.text(environment.board.actions()[-1]) == "e7-e5"


def test_the_winner_gets_1_and_the_loser_minus_1() -> None:
    environment = env("chess", render_mode="ansi")
    environment.reset(options={"position": "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1"})
    environment.step(environment.actions.number(environment.board.parse("f7-g7"), 0))
    assert environment.rewards == {"player_0": 1, "player_1": -1}
    assert environment.last()[1:4] == (-1, True, False)
    assert environment.render().splitlines()[-1].startswith("Checkmate")


def test_hit_points_are_on_the_planes() -> None:
    environment = env("battlefield")
    environment.reset()
    seen = environment.observe("player_0")["observation"]
    assert environment.planes.name == "battlefield-pieces-v1"
    assert seen[0, 0, 4] > 1
    assert seen[6, 7, 4] > 1


def test_an_illegal_action_is_refused_with_its_rule() -> None:
    environment = env("tablut")
    environment.reset()
    mask = environment.observe("player_0")["action_mask"]
    with pytest.raises(quincunx.IllegalActionError) as refused:
        environment.step(int(np.flatnonzero(mask == 0)[0]))
    assert refused.value.rule.startswith("H")
