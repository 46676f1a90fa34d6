"""Commands that measure bots: matches, ratings, balance, weights; and what remains when Ctrl-C stops a measurement."""

from __future__ import annotations

import os
import pty
import re
import signal
import subprocess
import sys
import threading
import tomllib
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

import msgspec

import quincunx
from networks import random_weights, shape_of
from quincunx.clients.terminal.commands.match import report
from quincunx.core.network_file import write_network
from quincunx.search.balance import read_balance, shipped_balance, write_balance
from quincunx.search.tournament import Contest, Played
from terminal.test_cli import FIRST, printed, refused


def test_bots_play_a_match() -> None:
    out = printed("match", "level 1", "random", "--game", FIRST, "--games", "4", "--seed", "2")
    assert out.startswith("level 1 against random")
    assert "4 games:" in out
    assert re.search(r"^score \d+\.\d% ± \d+\.\d%", out, re.MULTILINE)


def test_the_difference_in_elo_is_printed_if_it_has_limits() -> None:
    contest = Contest(quincunx.game(FIRST), ("mcts", "random"), 0.1, 1)
    reason = next(iter(contest.game.spec.reason_rules))
    won, lost = Played(0, 1.0, 20, reason), Played(1, 0.0, 20, reason)
    assert "\nscore 100.0% ± 69.3%\n" in report(contest, [(won, won)])
    assert "\nscore 50.0% ± 0.0%, Elo +0 (+0 to +0)\n" in report(contest, [(won, lost)])


def test_a_match_is_reported_in_german_with_the_ends_of_its_games() -> None:
    bots = ("random", "random", "--game", "othello", "--games", "2")
    out = printed("match", *bots, "--language", "de")
    assert out.startswith("random gegen random, Othello, 0,1 s pro Zug")
    assert re.search(r"^Ergebnis \d+,\d% ± \d+,\d%", out, re.MULTILINE)
    assert out.endswith("2 Partien: Niemand kann mehr einen Stein setzen.\n")
    assert printed("match", *bots).endswith("2 games: Neither player can place a piece.\n")


def test_random_games_are_counted_in_english_everywhere() -> None:
    out = printed("--language", "de", "random", "checkers", "--games", "20")
    assert {line.split()[0] for line in out.splitlines()[1:] if "%" in line} <= {"dark", "light", "draw"}


def test_levels_are_rated() -> None:
    out = printed(
        "lab", "calibrate", "cengers", "-o", "rounds=5", "--games", "2", "--seconds", "0.001", "--workers", "1"
    )
    assert "`quincunx lab calibrate cengers -o rounds=5 --games 2 --seconds 0.001 --seed 1` (30 games)" in out
    assert re.search(r"\| random \|  \| -?0 \| 0 \| -?0 \| 0 \|", out)
    assert re.search(r"\| level 8 \| Grandmaster \| -?\d+ \| \d+ \| -?\d+ \| \d+ \|", out)
    assert re.search(r"Being x is worth [+-]\d+ ± \d+\.", out)


def test_balance_is_measured_level_by_level() -> None:
    levels = ("--level", "1", "--level", "2")
    out = printed("lab", "balance", FIRST, "--games", "2", *levels, "--seconds", "0.01", "--workers", "1")
    assert re.findall(rf"\| {FIRST} \|  \| (\d) \| \d+\.\d% \(\w+\) \|", out) == ["1", "2"]


def test_balance_goes_over_every_pairing_of_what_a_game_ships() -> None:
    out = printed(
        "lab", "balance", "battlefield", "--games", "2", "--level", "1", "--seconds", "0.001", "--workers", "1"
    )
    rows = re.findall(r"\| battlefield \| (\w+(?: \w+)*) \| 1 \|", out)
    armies = quincunx.games()["battlefield"].options[0].shipped
    assert rows == [f"{white} {black}" for white in armies for black in armies]


def test_balance_is_kept_in_one_file_a_family(tmp_path: Path) -> None:
    run = ("--seconds", "0.01", "--workers", "1", "--level", "1", "--games", "2", "--output", str(tmp_path))
    printed("lab", "balance", "brandubh", *run)
    printed("lab", "balance", "tablut", *run)
    kept = read_balance((tmp_path / "tafl" / "balance.toml").read_text())
    assert [row.game for row in kept] == ["tablut", "brandubh"]


def test_balance_is_kept_in_a_file_in_place_of_what_was_there(tmp_path: Path) -> None:
    run = ("lab", "balance", "cengers", "--seconds", "0.01", "--workers", "1", "--output", str(tmp_path))
    printed(*run, "--level", "1", "--games", "2")
    printed(*run, "--level", "2", "--games", "2")
    printed(*run, "--level", "1", "--games", "1", "--seed", "3")
    kept = read_balance((tmp_path / "cengers" / "balance.toml").read_text())
    assert [(row.level, row.games) for row in kept] == [(1, 1), (2, 2)]
    assert kept[0].command == "quincunx lab balance cengers --level 1 --games 1 --seconds 0.01 --seed 3"


def interrupted_balance(folder: Path, games: int) -> tuple[int, str]:
    """Stop a measurement with Ctrl-C when its bar shows one finished game; returns the exit code and the output."""
    master, slave = pty.openpty()
    command = [sys.executable, "-m", "quincunx", "lab", "balance", "cengers", "--games", str(games), "--level", "1"]
    command += ["--level", "2", "--seconds", "10", "--workers", "1", "--output", str(folder)]
    run = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=slave, text=True)
    os.close(slave)
    shown = ""
    while f"1 of {games} games" not in shown:
        shown += os.read(master, 1000).decode()
    run.send_signal(signal.SIGINT)
    terminal = threading.Thread(target=read_on, args=(master,))  # like a terminal: otherwise writers block
    terminal.start()
    out, _ = run.communicate(timeout=120)
    terminal.join()
    os.close(master)
    return run.returncode, out


def read_on(terminal: int) -> None:
    """Read until all writers have closed the terminal."""
    with suppress(OSError):
        while os.read(terminal, 1000):
            pass


def test_balance_stopped_by_ctrl_c_loses_nothing_that_was_measured(tmp_path: Path) -> None:
    code, out = interrupted_balance(tmp_path, 100_000)
    file = tmp_path / "cengers" / "balance.toml"
    (row,) = read_balance(file.read_text())
    assert (code, row.level) == (0, 1)
    assert f"| {row.games} |" in out.splitlines()[-1]
    full = msgspec.structs.replace(row, won=1_000_000)
    file.write_text(write_balance([full]))
    interrupted_balance(tmp_path, 100_000)
    assert read_balance(file.read_text()) == [full]  # a few games never replace many


def test_balance_prints_what_comes_with_the_games() -> None:
    rows = printed("balance").splitlines()[2:]
    assert len(rows) == sum(len(shipped_balance(spec)) for spec in quincunx.games().values())
    few = printed("balance", FIRST, "--level", "6").splitlines()[2:]
    assert few == [row for row in rows if row.startswith(f"| {FIRST} |") and "| 6 |" in row]
    assert "no game 'go'" in refused("balance", "go")


def test_tuning_prints_weights_and_the_command_that_made_them() -> None:
    out = printed("lab", "tune", "cengers", "-o", "rounds=8", "--games", "6", "--nodes", "30", "--workers", "1")
    assert "# quincunx lab tune cengers -o rounds=8 --games 6 --nodes 30 --seed 1" in out
    game = quincunx.game("cengers")
    assert tuple(tomllib.loads(out)["cengers"]) == game.spec.evaluator(game).names


def test_a_network_is_trained_and_tested_from_self_play(tmp_path: Path) -> None:
    """Self-play continues where it stopped; training needs PyTorch, and says so where it is missing."""
    play = ("lab", "selfplay", "brandubh", "--out", str(tmp_path), "--nodes", "30", "--workers", "1")
    assert re.search(r"brandubh\.qpos: 3 games, \d+ positions", printed(*play, "--games", "3"))
    assert ": 24 games" in printed(*play, "--games", "24")
    assert "other terms" in refused(*play, "--games", "24", "--seed", "2")
    network = tmp_path / "brandubh.qnet"
    train = ("lab", "train", "brandubh", str(tmp_path), "--out", str(network), "--epochs", "1", "--hidden", "16")
    if find_spec("torch"):
        assert "loss on held-out games" in printed(*train)
    else:
        assert "pip install 'quincunx[train]'" in refused(*train)
        shape = shape_of(quincunx.game("brandubh"), 16)
        network.write_bytes(write_network(shape, random_weights(shape)))
    gate = ("lab", "gate", "brandubh", str(network), "classic", "--seconds", "0.001", "--workers", "1")
    out = printed(*gate, "--games", "12", "--least", "2")
    assert re.search(r"\d+ games: \d+\.\d% ± \d+\.\d%, Elo .* ratio [+-]\d\.\d\d of ±2\.94", out)


def test_bots_play_with_the_evaluation_that_is_asked_for(tmp_path: Path) -> None:
    network = tmp_path / "other.qnet"
    shape = shape_of(quincunx.game("brandubh"), 16)
    network.write_bytes(write_network(shape, random_weights(shape)))
    match = ("match", "level 1", "level 1", "--game", "brandubh", "--games", "2", "--seconds", "0.01")
    printed(*match, "--evaluation", str(network), "--evaluation", "classic")
    assert "other.qnet does not fit tablut" in refused(*match[:4], "tablut", "--evaluation", str(network))
    assert "no such file" in refused(*match, "--evaluation", "missing.qnet")


def test_endgame_tables_are_made_and_continued_after_a_full_disk(tmp_path: Path) -> None:
    arguments = ("lab", "tables", "draughts", "--pieces", "3", "--folder", str(tmp_path / "made"))
    limit = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))"
    start = f"{limit}; import sys; from quincunx.cli import main; main(sys.argv[1:])"
    full = subprocess.run([sys.executable, "-c", start, *arguments], capture_output=True, text=True, check=False)
    assert full.returncode == 2
    assert full.stderr.endswith("KvKK.qtab: File too large\n")
    assert sorted(file.name for file in (tmp_path / "made").iterdir()) == ["KvK.qtab", "KvM.qtab", "MvM.qtab"]
    continued = printed(*arguments)
    assert re.search(r"^KKvK +14846 +34 +0 +33$", continued, re.MULTILINE)
    assert continued.endswith("0868f5dac7c06e70f16c2ca325e1a94167cc7da5a696dc9693f098e12ab443a6\n")
    assert "othello has no endgame tables" in refused("lab", "tables", "othello")
    assert "6 pieces at most" in refused("lab", "tables", "draughts", "--pieces", "7")
