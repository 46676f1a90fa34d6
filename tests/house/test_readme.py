"""The README tells the truth: its Python runs, and prints what its comments say; its commands exist."""

from __future__ import annotations

import contextlib
import io
import re
import shlex
from pathlib import Path

import pytest

from quincunx.cli import main


def blocks(repository: Path, language: str) -> list[str]:
    found = re.findall(r"```(\w*)\n(.*?)```", (repository / "README.md").read_text(), re.DOTALL)
    return [text for named, text in found if named == language]


def test_the_python_block_runs_and_prints_what_it_says(repository: Path) -> None:
    (code,) = blocks(repository, "python")
    promised = re.findall(r"print\(.*\) +# ([^:\n]+)", code)
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(code, "README.md", "exec"), {})
    assert out.getvalue().split("\n")[:-1] == promised


NOT_TO_SHOW = ("--depth", "--games", "--bot", "--friend", "--level", "--screen", "--plain", "--two-games", "--online")


def test_the_commands_exist(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = [shlex.split(line, comments=True) for block in blocks(repository, "sh") for line in block.splitlines()]
    commands = [line[1:] or ["window"] for line in lines if line[0] == "quincunx"]
    named = {"games", "rules", "play", "show", "replay", "perft", "random", "match", "serve", "db", "window"}
    named |= {"stats", "history", "export", "learn"}
    assert named <= {command[0] for command in commands}
    for command, *rest in commands:
        run([command, "--help"])
        if rest and command in ("show", "play", "perft", "random"):
            run(["show", *without(rest, *NOT_TO_SHOW)])
        elif command in ("games", "rules"):
            run([command, *rest])
    makefile = (repository / "Makefile").read_text()
    assert all(f"\n{line[1]}:" in makefile for line in lines if line[0] == "make")


def without(words: list[str], *options: str) -> list[str]:
    """The words less these options and their values."""
    return [word for before, word in zip(["", *words], words, strict=False) if not {before, word} & set(options)]


def run(arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as leaving:
        main(arguments)
    assert leaving.value.code == 0, arguments


def test_the_board_is_the_one_that_show_prints(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    board = blocks(repository, "")[0]
    with pytest.raises(SystemExit):
        main(["show", "hnefatafl"])
    assert board.rstrip() == "\n".join(capsys.readouterr().out.splitlines()[:-1])
