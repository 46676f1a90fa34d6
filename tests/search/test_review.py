"""Reviews of games: the engine's own choices are never marked, and planted blunders are found."""

from __future__ import annotations

import pytest

import quincunx
from quincunx import Game
from quincunx.core import action_codes
from quincunx.notation.record import Record
from quincunx.search.alphabeta import AlphaBeta
from quincunx.search.analysis import Analysis
from quincunx.search.review import Review, Reviewer, accuracy
from quincunx.search.transposition_table import TranspositionTable
from search.minimax import wandered
from variants import keys

NODES = 2000
every_game = pytest.mark.parametrize("key", keys())


def recorded(game: Game, *texts: str) -> Record:
    return Record(game, tuple(game.read_action(text) for text in texts))


def reviewed(record: Record, nodes: int = NODES) -> Review:
    return Reviewer(record, nodes).review()


@every_game
def test_the_best_action_is_never_marked(key: str) -> None:
    record = Record.of(wandered(quincunx.game(key).start(), 60, 4))
    review = reviewed(record)
    assert [ply.ply for ply in review.plies] == list(range(len(record.actions)))
    for state, action, ply in zip(record.states(), record.actions, review.plies, strict=False):
        assert state.to_move == ply.side
        if state.acted == 0 and state.text(action) == ply.best and len(ply.cells) < 2:
            assert ply.mark in ("best", "forced")
        assert 0 <= ply.chance <= 1
    assert all(0 <= side.accuracy <= 100 for side in review.summary)


@every_game
def test_the_engines_own_game_is_well_played(key: str) -> None:
    state = wandered(quincunx.game(key).start(), 8, 1)
    evaluator, table, first = state.game.spec.evaluator(state.game), TranspositionTable(1), len(state.actions())
    while state.turn < 24 and not state.over:
        search = AlphaBeta(state, evaluator, table)
        search.run(60.0, most_nodes=4 * NODES)
        state.apply(search.lines(1)[0].action)
    plies = reviewed(Record.of(state), 4 * NODES).plies[first:]
    assert sum(ply.mark in ("mistake", "blunder") for ply in plies) <= 1


@every_game
def test_a_blunder_put_in_by_hand_is_found(key: str) -> None:
    """The blunder is the worst turn of a position, if it loses enough."""
    game = quincunx.game(key)
    for seed in range(40):
        state = wandered(game.start(), 20 + seed, seed)
        after = None if state.over or state.acted else _worst(state)
        if after is not None:
            ply = reviewed(Record.of(after), 9 * NODES).plies[state.ply]
            assert ply.mark in ("mistake", "blunder")
            assert ply.line[0] == ply.best
            return
    raise AssertionError("no position had anything to give away")


def _worst(state: quincunx.State) -> quincunx.State | None:
    """The position after the worst turn by a shallow search, if deeper ones confirm it as a blunder; otherwise None."""
    after, sign = state.copy(), 1 if state.to_move == 0 else -1
    while not after.over and after.to_move == state.to_move:
        search = AlphaBeta(after, state.game.spec.evaluator(state.game), TranspositionTable(1))
        search.run(60.0, most_depth=1, lines=1000)
        after.apply(search.lines(1000)[-1].action)
    looks = (5 * NODES, 80 * NODES)  # first a quick search, then a reliable one
    is_bad = not after.over and all(sign * (_chance(state, nodes) - _chance(after, nodes)) > 0.25 for nodes in looks)
    return after if is_bad else None


def _chance(state: quincunx.State, nodes: int) -> float:
    *_, found = Analysis(state, 1).findings(nodes=nodes)
    return found.lines[0].chance


CHESS = quincunx.game("chess")


def test_fools_mate() -> None:
    review = reviewed(recorded(CHESS, "f2-f3", "e7-e5", "g2-g4", "d8-h4"), 5 * NODES)
    assert [ply.mark for ply in review.plies[2:]] == ["blunder", "best"]
    blunder = review.plies[2]
    assert blunder.best != "g2-g4"
    assert blunder.line[0] == blunder.best
    assert blunder.lost > 0.3
    assert (review.plies[3].wins_in, review.plies[3].chance) == (-1, 0.0)
    assert review.final.chance == 0.0
    assert (review.summary[0].blunders, review.summary[1].blunders) == (1, 0)
    assert review.summary[0].accuracy < review.summary[1].accuracy


def test_what_has_no_alternative_is_forced() -> None:
    start = "k7/2K5/8/8/8/8/8/1R6 b - - 0 1"
    record = Record(CHESS, tuple(map(CHESS.read_action, ("a8-a7", "b1-a1"))), start=start)
    assert [ply.mark for ply in reviewed(record).plies] == ["forced", "best"]


def test_of_a_turn_of_several_actions_the_first_has_the_mark() -> None:
    game = quincunx.game("checkers")
    start = "8/8/5l2/8/3l4/2d5/8/L7 d"
    record = Record(game, tuple(map(game.read_action, ("c3-e5", "e5-g7"))), start=start)
    plies = reviewed(record).plies
    assert plies[0].mark in ("best", "forced")
    assert [ply.mark for ply in plies[1:]] == ["forced"]
    assert plies[0].cells == [(18, 36), (36, 54)]


def test_what_the_clock_did_is_nobodys_choice() -> None:
    game = quincunx.game("checkers")
    record = Record(game, (action_codes.action(action_codes.TIMEOUT, 0, 0),))
    assert [ply.mark for ply in reviewed(record).plies] == ["forced"]
    assert reviewed(record).summary[0].accuracy == 100.0


def test_the_same_nodes_make_the_same_review() -> None:
    record = Record.of(wandered(quincunx.game("flipflop").start(), 30, 2))
    assert reviewed(record) == reviewed(record)


def test_it_can_be_stopped_and_what_was_judged_stays() -> None:
    record = Record.of(wandered(CHESS.start(), 30, 2))
    reviewer = Reviewer(record, NODES)
    told: list[tuple[int, int]] = []

    def progress(done: int, of: int) -> None:
        told.append((done, of))
        if done == 5:
            reviewer.stop()

    review = reviewer.review(progress)
    assert told == [(number, 30) for number in range(1, 6)]
    assert len(review.plies) == 5
    assert review.plies == reviewed(record).plies[:5]


def test_a_game_without_actions_has_an_empty_review() -> None:
    review = reviewed(Record(CHESS, ()))
    assert review.plies == []
    assert review.final.chance == pytest.approx(0.5, abs=0.1)


def test_further_lines_where_they_are_asked_for() -> None:
    plies = Reviewer(recorded(CHESS, "e2-e4"), NODES, lines=3).review().plies
    assert len(plies[0].others) == 2
    assert plies[0].best not in [line[0] for line in plies[0].others]


def test_accuracy_falls_with_what_is_given_away() -> None:
    assert accuracy(0.0) == pytest.approx(100, abs=0.1)
    assert accuracy(0.1) > accuracy(0.2) > accuracy(0.6)
    assert accuracy(1.0) == 0.0
