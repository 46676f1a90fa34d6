"""Analysis of any position of any game: playable lines, in words that people understand, deeper and deeper."""

from __future__ import annotations

import threading

import pytest

import quincunx
from quincunx import State
from quincunx.search.analysis import Analysis, Finding, Judged
from search.minimax import wandered
from variants import keys

NODES = 3000 if quincunx.compiled else 200
every_game = pytest.mark.parametrize("key", keys())


def chess(position: str) -> State:
    return quincunx.game("chess").position(position)


def found(state: State, lines: int = 3, nodes: int = NODES) -> list[Finding]:
    return list(Analysis(state, lines).findings(nodes=nodes))


def best(state: State) -> Judged:
    return found(state)[-1].lines[0]


@every_game
@pytest.mark.parametrize("plies", [0, 31])
def test_lines_can_be_played_and_come_best_first(key: str, plies: int) -> None:
    state = wandered(quincunx.game(key).start(), plies, 1)
    sign = 1 if state.to_move == 0 else -1
    findings = found(state)
    for finding in findings:
        assert len(finding.lines) == min(3, len(state.legal_actions()))
        chances = [sign * line.chance for line in finding.lines]
        assert chances == sorted(chances, reverse=True)
        for line in finding.lines:
            ahead = state.copy()
            for number, action in enumerate(line.actions, 1):
                ahead.apply(action)
                assert (ahead.to_move == state.to_move and not ahead.over) == (number < line.turn) or number > line.turn
            assert 1 <= line.turn <= len(line.actions)
            assert (line.score is None) != (line.wins_in is None)


@every_game
def test_it_deepens_turn_by_turn_and_says_when_it_is_done(key: str) -> None:
    findings = found(quincunx.game(key).start())
    assert [finding.depth for finding in findings[:-1]] == list(range(1, len(findings)))
    assert [finding.done for finding in findings] == [False] * (len(findings) - 1) + [True]
    assert findings[-1].nodes >= findings[-2].nodes


@every_game
def test_the_same_nodes_find_the_same(key: str) -> None:
    state = wandered(quincunx.game(key).start(), 12, 2)
    assert found(state) == found(state)


def test_whatever_the_limits_something_is_found() -> None:
    findings = found(chess("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), nodes=1)
    assert [(finding.depth, finding.done) for finding in findings] == [(0, True)]
    assert len(findings[0].lines) == 3


def test_a_game_that_is_over_has_no_lines() -> None:
    state = chess("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1")
    state.apply(state.parse("f7-g7"))
    assert found(state) == [Finding(0, 0, (), done=True)]


@pytest.mark.parametrize(
    ("position", "turns"),
    [
        ("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", 1),
        ("k7/8/2K5/8/8/8/8/1R6 w - - 0 1", 2),
        ("k7/2K5/8/8/8/8/8/1R6 b - - 0 1", 1),
        ("7k/8/8/8/8/1r6/r7/7K b - - 0 1", -1),
        ("8/8/8/8/8/2k5/8/K6r w - - 0 1", -2),
    ],
)
def test_a_win_that_is_seen_is_told_in_turns_of_the_winner(position: str, turns: int) -> None:
    state = chess(position)
    line = found(state, nodes=3000)[-1].lines[0]
    assert (line.score, line.wins_in, line.chance) == (None, turns, float(turns > 0))
    for action in line.actions:
        state.apply(action)
    assert state.over


def test_a_turn_of_several_actions_is_one_decision() -> None:
    """Checkers: a chain of two jumps, with the cells of both."""
    state = quincunx.game("checkers").position("8/8/5l2/8/3l4/2d5/8/8 d")
    line = best(state)
    assert [state.text(action) for action in line.actions[: line.turn]][:2] == ["c3-e5", "e5-g7"]
    assert line.moves()[:2] == [(18, 36), (36, 54)]


def test_scores_are_those_of_player_0_whoever_is_to_move() -> None:
    for side in "wb":
        line = best(chess(f"4k3/8/8/8/8/8/QQ6/4K3 {side} - - 0 1"))
        assert line.chance > 0.9


def test_it_can_be_stopped_from_another_thread() -> None:
    analysis = Analysis(quincunx.game("hnefatafl").start())
    begun = threading.Event()
    findings: list[Finding] = []

    def work() -> None:
        for finding in analysis.findings():
            findings.append(finding)
            begun.set()

    thread = threading.Thread(target=work)
    thread.start()
    assert begun.wait(60)
    analysis.stop()
    thread.join(60)
    assert not thread.is_alive()
    assert findings[-1].done
    assert findings[-1].lines


def test_several_threads_find_as_much() -> None:
    findings = list(Analysis(quincunx.game("flipflop").start(), threads=2).findings(depth=4))
    assert [finding.depth for finding in findings] == [1, 2, 3, 4, 4]
