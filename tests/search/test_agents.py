"""Bots by name: they play legal games, are reproducible by seed, and the weaker ones choose among good lines."""

from __future__ import annotations

import math
from collections import Counter
from itertools import pairwise

import pytest

import quincunx
from drawn import drawn
from quincunx import State, UnknownBotError
from quincunx.core import action_codes
from quincunx.search.agent import Agent, Budget
from quincunx.search.bots import bot, bot_names
from quincunx.search.levels import LEVELS, LevelAgent, levels_of
from quincunx.search.root import Line
from search.minimax import wandered
from variants import keys

SMALL = Budget(seconds=1e9, depth=1, nodes=60 if quincunx.compiled else 5)
every_game = pytest.mark.parametrize("key", keys())


def some_turns(agent: Agent, state: State, turns: int) -> list[int]:
    until = state.turn + turns
    while not state.over and state.turn < until:
        state.apply(agent.choose(state, SMALL))
    return state.actions()


@every_game
@pytest.mark.parametrize("name", bot_names())
def test_a_bot_plays_legally_and_alike_for_the_same_seed(key: str, name: str) -> None:
    game = quincunx.game(key)
    assert bot(name, game).name == name
    games = [some_turns(bot(name, game, seed=7), wandered(game.start(), 6, 2), 4) for _ in range(2)]
    assert games[0] == games[1]


@pytest.mark.parametrize("key", ["flipflop", "othello"])
@pytest.mark.parametrize("name", ["level 8", "mcts"])
def test_f1_a_bot_plays_on_the_largest_board_there_is(key: str, name: str) -> None:
    """26×26: every cell fits into an action, a table entry and the search history."""
    game = quincunx.game(key, n=26)
    for plies in (4, 300):
        wanderings = (wandered(game.start(), plies, seed) for seed in range(20))
        state = next(state for state in wanderings if not state.over)
        assert len(some_turns(bot(name, game, seed=1), state, 2)) > plies
    last = action_codes.action(action_codes.PLACE, 675, 675)
    assert game.read_action(game.write_action(last)) == last
    assert game.write_action(last) == "z26"


def test_an_unknown_bot_is_refused_with_the_names_of_those_there_are() -> None:
    game = quincunx.game(keys()[0])
    with pytest.raises(UnknownBotError, match="level 8"):
        bot("level 9", game)


def test_a_turn_is_searched_once() -> None:
    """The second capture of the chain was chosen together with the first."""
    state = drawn(
        quincunx.game("checkers"),
        """
        . . . . . . . l
        . . . . . . . .
        . . . . . . . .
        . . . . l . . .
        . . . . . . . .
        . . l . . . . .
        . d . . . . . .
        . . . . . . . .
        """,
    )
    agent = bot("alphabeta", state.game)
    state.apply(agent.choose(state, Budget(1e9, depth=2)))
    agent.begin = None  # type: ignore[attr-defined]  # it must not search again
    assert state.text(agent.choose(state, Budget(1e9, depth=2))) == "d4-f6"


def lines(*scores: int) -> list[Line]:
    return [Line(number, score, (number,)) for number, score in enumerate(scores)]


def picks(number: int, found: list[Line], times: int = 300) -> Counter[int]:
    agent = LevelAgent(LEVELS[number - 1], lambda state: pytest.fail("no search here"), grain=100, seed=1)
    return Counter(agent.pick(found).action for _ in range(times))


def test_a_weak_level_takes_a_good_line_for_the_best_but_never_an_absurd_one() -> None:
    found = lines(30, 20, -10, -1000)
    chosen = picks(1, found)
    assert chosen[0] > chosen[2] > 0
    assert chosen[3] == 0


def test_the_strongest_levels_play_the_best_line() -> None:
    assert picks(8, lines(30, 29, 28)) == {0: 300}


@pytest.mark.parametrize("key", ["", *quincunx.games()])
def test_levels_grow_stronger_in_every_respect(key: str) -> None:
    levels = levels_of(quincunx.game(key).spec) if key else LEVELS
    for weaker, stronger in pairwise(levels):
        assert stronger.number == weaker.number + 1
        assert stronger.depth >= weaker.depth
        assert stronger.temperature <= weaker.temperature
        assert (stronger.nodes or math.inf) >= weaker.nodes
    assert len({level.name for level in levels}) == 8
    assert levels[-1] == LEVELS[-1]  # the strongest is limited only by time


@pytest.mark.parametrize("key", quincunx.games())
def test_the_levels_have_one_name_in_all_games(key: str) -> None:
    assert [level.name for level in levels_of(quincunx.game(key).spec)] == [level.name for level in LEVELS]


def test_a_game_without_levels_of_its_own_has_the_usual_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quincunx.search.levels.FILE", "nothing.toml")
    assert all(levels_of(quincunx.game(key).spec) == LEVELS for key in quincunx.games())


def test_a_level_uses_no_more_than_its_budget() -> None:
    assert LEVELS[0].within(Budget(5.0)) == Budget(5.0, 1, LEVELS[0].nodes)
    assert LEVELS[0].within(Budget(0.1, 3, 50)) == Budget(0.1, 1, 50)
    assert LEVELS[7].within(Budget(5.0)) == Budget(5.0)
    assert LEVELS[7].within(Budget(0.1, 3, 50)) == Budget(0.1, 3, 50)
