"""`quincunx analyse`: a game reviewed in the terminal, and the result so far when it is interrupted."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import quincunx
from terminal.test_cli import in_terminal, interrupted, printed, read_until, refused, some_actions

NODES = "2000" if quincunx.compiled else "100"
FOOLS_MATE = "Game: chess\nResult: black (checkmate)\n\nf2-f3 e7-e5 g2-g4 d8-h4\n"


def test_a_table_of_turns_and_a_summary() -> None:
    lines = printed("analyse", "-", "--nodes", NODES, typed=FOOLS_MATE).splitlines()
    assert lines[0].split() == ["turn", "side", "played", "before", "chance", "better"]
    assert re.match(r" +3 +white +g4 +\?\? ", lines[3])
    assert re.match(r" +4 +black +Qh4# +! +#-1 +0%$", lines[4])
    assert "Scores (in pawns) and chances are for white." in lines
    assert re.match(r"white +\d+\.\d % +\d +\d +1$", lines[-2])


def test_everything_as_json(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(FOOLS_MATE)
    told = json.loads(printed("analyse", str(file), "--nodes", NODES, "--lines", "2", "--json"))
    assert [ply["mark"] for ply in told["plies"][2:]] == ["blunder", "best"]
    assert len(told["plies"][0]["others"]) == 1
    assert told["final"] == {"chance": 0.0, "score": None, "wins_in": None}
    assert told["unit"] == "pawns"


def test_a_match_that_is_kept_here(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'mine.db'}"
    first, second = quincunx.games()["flipflop"].players
    typed = f"{some_actions('flipflop', 1)}\nresign\n"
    printed("play", "flipflop", "--bot", "nobody", "--database", database, typed=typed)
    history = printed("history", "--database", database).splitlines()
    told = printed("analyse", history[1].split()[0], "--nodes", "200", "--database", database)
    assert f"\n{first}" in told
    assert f"\n{second}" in told
    assert f"won by {second} (left)" in printed("replay", history[1].split()[0], "--database", database)


def test_what_cannot_be_read_is_told(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'mine.db'}"
    assert "no file and no match 'nothing'" in refused("analyse", "nothing", "--database", database)
    assert "no file and no match 'nothing'" in refused("replay", "nothing", "--database", database)
    assert not list(tmp_path.iterdir()), "to look makes nothing"
    assert "nothing.txt" in refused("analyse", "nothing.txt")
    assert "line 1" in refused("analyse", "-", typed="e2-e4")
    assert "expected a whole number from 1 to 5, got 6" in refused("analyse", "-", "--lines", "6")


def test_ctrl_c_prints_what_there_is(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text("Game: chess\n\ne2-e4 e7-e5\n")
    terminal, inner = pty.openpty()
    process: subprocess.Popen[bytes] = in_terminal(
        [sys.executable, "-m", "quincunx", "analyse", str(file), "--seconds", "3000"], inner
    )
    os.close(inner)
    for _ in range(2):  # when the bar is redrawn, the program is waiting and handles Ctrl-C
        read_until(terminal, "of 2 actions")
    shown = interrupted(terminal, process)
    with suppress(OSError):  # raised when all output has been read
        while said := os.read(terminal, 4096):
            shown += said.decode()
    assert process.wait(timeout=60) == 0
    assert "blunders" in shown[shown.index("stopped early") :]
    assert "Traceback" not in shown
    os.close(terminal)
