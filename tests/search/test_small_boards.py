"""FlipFlop and Othello on small boards: their results, proofs that a separate program checks, and interrupted runs."""

from __future__ import annotations

import gzip
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

import quincunx
from quincunx.core.errors import TableError
from quincunx.core.random import Random
from quincunx.core.small_boards import Bounds, SmallBoard
from quincunx.games.flipflop import small_board_proof
from quincunx.games.flipflop.small_board_proof import SmallBoardProof
from quincunx.games.flipflop.small_boards import Rules
from terminal.test_cli import printed, refused

ROOT = Path(__file__).parents[2]
RESULTS = {"othello": -10, "flipflop": -5}  # for the player who begins, on 4×4
LATE = 6  # empty squares
SHIPPED = sorted((ROOT / "docs" / "solved").glob("*.gz"))


def board_of(key: str) -> SmallBoard:
    board = quincunx.games()[key].small_board(4)
    assert board is not None
    return board


def checked(file: Path, *more: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "tools" / "check_proof.py"), str(file), *more]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def write_lines(file: Path, lines: list[str]) -> Path:
    with gzip.open(file, "wt") as out:
        out.write("\n".join(lines))
    return file


@pytest.mark.parametrize("key", RESULTS)
def test_the_result_on_4x4_is_found_and_proven(key: str, tmp_path: Path) -> None:
    board = board_of(key)
    found = board.solve(tmp_path / "journal", lambda bounds: None)
    assert (found.least, found.most) == (RESULTS[key], RESULTS[key])
    result = checked(write_lines(tmp_path / "proof.gz", list(board.proof())))
    assert (result.returncode, result.stderr) == (0, "")
    assert f"reaches {-RESULTS[key]:+}" in result.stdout
    assert f"reaches {RESULTS[key]:+}" in result.stdout


@pytest.mark.parametrize("file", SHIPPED, ids=[file.stem for file in SHIPPED])
def test_the_proofs_in_the_docs_are_right(file: Path) -> None:
    assert checked(file).returncode == 0


@pytest.mark.parametrize(("old", "new"), [("claim w 10", "claim w 12"), ("claim b -10", "claim b -8"), (" d2", " a1")])
def test_a_wrong_proof_is_refused(old: str, new: str, tmp_path: Path) -> None:
    with gzip.open(ROOT / "docs" / "solved" / "othello-4.gz", "rt") as file:
        lines = file.read().splitlines()
    assert any(old in line for line in lines)
    result = checked(write_lines(tmp_path / "proof.gz", [line.replace(old, new) for line in lines]))
    assert result.returncode == 1
    assert "wrong proof" in result.stderr


@pytest.mark.parametrize("key", RESULTS)
def test_an_interrupted_run_continues(key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(small_board_proof.SIZES, 4, 7)  # more empty squares than none: there are endings
    journal = tmp_path / "journal"

    def interrupt(bounds: Bounds) -> None:
        if bounds.positions == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        board_of(key).solve(journal, interrupt)
    written = journal.read_text()
    journal.write_text(written + "8040")  # cut short
    board = board_of(key)
    found = board.solve(journal, lambda bounds: None)
    assert (found.least, found.most) == (RESULTS[key], RESULTS[key])
    assert journal.read_text().startswith(written)
    assert "8040\n" not in journal.read_text()
    assert found.positions == len(journal.read_text().splitlines())
    assert checked(write_lines(tmp_path / "proof.gz", list(board.proof())), "--endings", "3").returncode == 0


@pytest.mark.parametrize("key", RESULTS)
@pytest.mark.parametrize("size", [4, 6])
def test_late_margins_are_those_of_the_checker(key: str, size: int, tmp_path: Path) -> None:
    plain = runpy.run_path(str(ROOT / "tools" / "check_proof.py"))["Rules"](key, size)
    for seed in range(8):
        rules, random = Rules(size, key == "othello"), Random(seed)
        position = rules.start()
        while rules.left(position) > LATE and rules.final_margin(position) is None:
            turns = list(rules.turns(position))
            position = turns[random.below(len(turns))][1]
        board = SmallBoardProof(key, size, key == "othello", solved_up_to=LATE)
        board.solve_from(position, tmp_path / f"{seed}.journal", lambda bounds: None)
        margin, most = board.bounds(position.mirrored())
        assert margin == most
        same = (rules.board(position), "b" if position.is_black else "w", position.rest, position.passed)
        assert plain.reaches(same, margin)
        assert not plain.reaches(same, margin + 1)


def test_a_damaged_journal_is_refused(tmp_path: Path) -> None:
    (tmp_path / "journal").write_text("nonsense\n")
    with pytest.raises(TableError, match="line 1"):
        board_of("othello").solve(tmp_path / "journal", lambda bounds: None)


def test_the_command_makes_the_proof_in_the_docs(tmp_path: Path) -> None:
    file, shipped = tmp_path / "proof.gz", ROOT / "docs" / "solved" / "flipflop-4.gz"
    out = printed("lab", "solve", "flipflop", "--size", "4", "--folder", str(tmp_path), "--proof", str(file))
    assert out.endswith("flipflop 4×4: -5 for the player who begins\n")
    assert gzip.decompress(file.read_bytes()) == gzip.decompress(shipped.read_bytes())
    assert "size 8" in refused("lab", "solve", "flipflop", "--size", "8")


def test_other_sizes_and_games_are_refused() -> None:
    assert quincunx.games()["othello"].small_board(8) is None
    assert quincunx.games()["chess"].small_board(4) is None
