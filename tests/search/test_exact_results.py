"""What is known exactly reaches the bots, the analysis and the reviews."""

from __future__ import annotations

import itertools
import threading

import pytest

import quincunx
from quincunx import Budget, State
from quincunx.search.alphabeta import AlphaBeta
from quincunx.search.analysis import Analysis
from quincunx.search.levels import LevelAgent
from quincunx.search.review import Reviewer
from search.minimax import wandered
from search.test_endgames import final_margin, plain_margin, played, samples

both_games = pytest.mark.parametrize("key", ["othello", "flipflop"])
BUDGET = Budget(seconds=1e6, nodes=1_000_000)


def margin_after(state: State, action: int) -> int:
    return (1 if state.to_move == 0 else -1) * plain_margin(played(state, (action,)))


@both_games
@pytest.mark.parametrize("name", ["level 8", "alphabeta"])
def test_the_strongest_bots_play_for_the_largest_margin(key: str, name: str) -> None:
    for state in samples(key)[:12]:
        best = max(margin_after(state, action) for action in state.legal_actions())
        assert margin_after(state, quincunx.bot(name, state.game).choose(state, BUDGET)) == best


def test_weaker_levels_do_not_ask_the_solver() -> None:
    state = samples("othello")[0]
    for number in range(1, 8):
        agent = quincunx.bot(f"level {number}", state.game)
        assert isinstance(agent, LevelAgent)
        assert isinstance(agent.begin(state), AlphaBeta)


@both_games
def test_without_time_they_search_as_in_any_position(key: str) -> None:
    state = wandered(quincunx.game(key).start(), 30, 2)
    assert quincunx.bot("level 8", state.game).choose(state, Budget(seconds=0)) in state.legal_actions()


@both_games
def test_an_analysis_tells_the_margin(key: str) -> None:
    for state in samples(key)[:12]:
        *_, found = Analysis(state, lines=2).findings(nodes=BUDGET.nodes)
        best = found.lines[0]
        assert best.exact == plain_margin(state) == final_margin(played(state, best.actions))
        assert best.chance == (best.exact > 0) + 0.5 * (best.exact == 0)
        assert (best.score, best.wins_in is None) == ((0.0, True) if best.exact == 0 else (None, False))
        assert [line.exact is None for line in found.lines] == [False] * len(found.lines)


def test_an_analysis_that_is_not_to_look_so_far_does_not_ask_the_solver() -> None:
    *_, found = Analysis(samples("othello")[6]).findings(depth=1)
    assert found.lines[0].exact is None


def test_an_analysis_of_an_endgame_can_be_stopped() -> None:
    state = wandered(quincunx.game("othello").start(), 34, 2)
    analysis = Analysis(state)
    findings = analysis.findings()
    next(findings)
    stopper = threading.Thread(target=analysis.stop)
    stopper.start()
    assert list(findings)[-1].done
    stopper.join()


def test_a_review_tells_which_turns_threw_a_result_away() -> None:
    state = wandered(quincunx.game("othello").start(), 200, 3)
    record = quincunx.game("othello").record(" ".join(state.text(action) for action in state.actions()))
    plies = Reviewer(record, nodes=2_000 if quincunx.compiled else 200).review().plies
    wasted = 0
    for ply, following in itertools.pairwise(plies):
        if ply.exact is None or following.exact is None:
            continue
        sign = 1 if ply.side == 0 else -1
        had, kept = sign * ply.exact, sign * following.exact
        result = "win" if had > 0 >= kept else "draw" if had == 0 > kept else None
        assert ply.wasted == result
        wasted += result is not None
    assert plies[-1].exact is not None
    assert wasted
