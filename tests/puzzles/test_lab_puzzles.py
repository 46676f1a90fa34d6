"""The puzzle miner: its puzzles are correct, reproducible from the seed, and different from known ones."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

import quincunx
from quincunx.cli import main
from quincunx.clients.terminal.commands.lab import puzzles
from quincunx.notation.puzzle import Puzzle, read_collection
from quincunx.search.difficulty import Grade, grade
from quincunx.search.puzzles import MiningTask, bare, mine, mine_game
from quincunx.search.selfplay import self_play
from quincunx.search.similarity import Known
from quincunx.search.uniqueness import Chooser, first_turn
from terminal.test_cli import printed

CHESS = quincunx.game("chess")
OTHELLO = quincunx.game("othello")
FLIPFLOP = quincunx.game("flipflop")
# a back rank: only the rook's move to the eighth rank mates, everything else is a rook ending
MATE = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"
pytestmark = pytest.mark.skipif(not quincunx.compiled, reason="mining takes the compiled build")


def test_the_same_seed_plays_the_same_game() -> None:
    one, other = self_play(OTHELLO, 7), self_play(OTHELLO, 7)
    assert [state.key for state, _ in one] == [state.key for state, _ in other]
    assert [choice for _, choice in one] == [choice for _, choice in other]
    assert [state.key for state, _ in one] != [state.key for state, _ in self_play(OTHELLO, 8)]


def test_the_same_seed_finds_the_same_puzzles_in_one_process_or_in_two() -> None:
    alone = [list(islice(mine(FLIPFLOP, 3_000, seed=2, workers=workers), 12)) for workers in (1, 2)]
    assert alone[0] == alone[1]
    assert sum(map(len, alone[0])) > 0


def test_a_puzzle_is_the_only_turn_by_two_searches_and_a_third() -> None:
    found = [puzzle for seed in range(30) for puzzle in mine_game(MiningTask(FLIPFLOP, 6_000, seed))]
    assert found
    for puzzle in found:
        start = FLIPFLOP.position(puzzle.position)
        choice = Chooser(FLIPFLOP).choose(start, 40_000)
        assert tuple(map(start.text, choice.turn.actions)) == puzzle.solution[0]
        assert choice.is_alone


def test_one_winning_turn_is_seen_and_what_the_others_cost() -> None:
    state = CHESS.position(MATE)
    choice = Chooser(CHESS).choose(state, 20_000)
    assert [state.text(action) for action in choice.turn.actions] == ["d1-d8"]
    assert choice.wins_alone is (choice.rival <= 250)
    assert choice.is_proven


def test_two_orders_of_a_turn_are_one_turn() -> None:
    """A chain of jumps around a square, which ends on the same square in both directions."""
    cengers = quincunx.game("cengers")
    state = cengers.start()
    lines = Chooser(cengers).best(state, 2_000, lines=4)
    keys = [first_turn(state, line).key for line in lines]
    assert len(set(keys)) == len(keys)
    choice = Chooser(cengers).choose(state, 2_000)
    assert choice.rival <= choice.score


def test_hard_is_what_is_deep_quiet_and_tempting() -> None:
    easy = Grade(depth=1, wrong=0, quiet=False, turns=1)
    assert easy.is_plain
    for harder in (replace(easy, depth=4), replace(easy, wrong=3), replace(easy, quiet=True), replace(easy, turns=2)):
        assert harder.rating > easy.rating
    assert Grade(depth=10, wrong=9, quiet=True, turns=5).rating <= 2800


def test_a_mate_in_one_needs_no_depth() -> None:
    state = CHESS.position(MATE)
    turn = Chooser(CHESS).choose(state, 20_000).turn
    assert grade(state, turn, 1, 20_000).depth == 1


def test_mirrored_and_hardly_changed_positions_are_not_new() -> None:
    first = Puzzle("7k/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "win", (("a1-a8",),), 900)
    mirrored = replace(first, position="k7/ppp5/8/8/8/8/PPP5/1K5R w - - 0 1", solution=(("h1-h8",),))
    nearly = replace(first, position="7k/5ppp/8/8/8/7P/5PP1/R5K1 w - - 0 1")
    other = replace(first, position="7k/8/8/2q5/8/8/1P3PPP/R5K1 w - - 0 1", solution=(("b2-b4",),))
    known = Known(CHESS)
    assert [known.is_new(puzzle) for puzzle in (first, first, mirrored, nearly, other)] == [
        True,
        False,
        False,
        False,
        True,
    ]


def test_a_puzzle_forgets_the_positions_before_it() -> None:
    assert bare("8/8 w seen:0011223344556677 turn:4") == "8/8 w turn:4"


def test_the_command_writes_what_it_found_and_how(tmp_path: Path) -> None:
    file = tmp_path / "found.toml"
    words = ("lab", "puzzles", "flipflop", "--count", "2", "--nodes", "3000", "--seed", "2")
    assert printed(*words, "--output", str(file)) == ""
    found = read_collection(file.read_text())
    assert found.made == "quincunx lab puzzles flipflop --count 2 --nodes 3000 --seed 2"
    assert len(found.puzzles) == 2
    assert read_collection(printed(*words)) == found


def test_what_was_found_when_somebody_stops_it_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    first = Puzzle(CHESS.position(MATE).position(), "win", (("d1-d8",),), 900)

    def interrupted(*_: object) -> Iterator[list[Puzzle]]:
        yield [first]
        raise KeyboardInterrupt

    monkeypatch.setattr(puzzles, "mine", interrupted)
    file = tmp_path / "found.toml"
    for output in ("-", str(file)):
        with pytest.raises(SystemExit):
            main(["lab", "puzzles", "chess", "--count", "9", "--output", output])
    told = capsys.readouterr()
    assert "stopped early" in told.err
    assert read_collection(told.out) == read_collection(file.read_text())
    assert read_collection(told.out).puzzles == (first,)
