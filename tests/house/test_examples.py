"""The examples in README and docs run: the Python code as printed, the commands if they are quick."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise, takewhile
from pathlib import Path

import pytest

import commands
import quincunx
from pages import PAGES, REPOSITORY, blocks, write_program
from quincunx.clients.terminal.manual.program_parser import program_parser
from servers import DEADLINE, Server, running

ON_A_SERVER = {"docs/remote.md": "flipflop"}  # it takes a server and a game, and plays against a copy of itself
# Commands that end soon and need no person, server or account.
MATCH = "MATCH"  # placeholder for the id of a match
QUICK = {"analyse", "balance", "completion", "games", "man", "perft", "random", "replay", "rules", "show"}


def name_of(page: Path) -> str:
    return page.relative_to(REPOSITORY).as_posix()


def pages_with(language: str) -> list[str]:
    return [name_of(page) for page in PAGES if blocks(page, language)]


def shell_lines() -> list[tuple[str, list[str]]]:
    """Every line of the shell examples as words, with its page."""
    return [
        (name_of(page), words)
        for page in PAGES
        for block in blocks(page, "sh")
        for line in block.text.splitlines()
        if (words := list(takewhile(lambda word: word not in ("|", ">"), shlex.split(line, comments=True))))
    ]


def quincunx_commands() -> list[list[str]]:
    """Every `quincunx …` command of the examples, once."""
    found = {tuple(words[1:]) for _, words in shell_lines() if words[0] == "quincunx"}
    return [list(command) for command in sorted(found)]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to run the examples in, with the records that they read."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    state = quincunx.game("checkers").start()
    for _ in range(6):
        state.apply(state.legal_actions()[0])
    (tmp_path / "game.txt").write_text(quincunx.Record.of(state).text())
    (tmp_path / "game.pgn").write_text("1. e4 e5 2. Nf3 1-0\n\n1. d4 d5 1/2-1/2\n")
    return tmp_path


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(f"sqlite:///{tmp_path_factory.mktemp('examples') / 'test.db'}", messages_a_second=100_000) as server:
        yield server


def start(program: Path, *arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, str(program), *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=program.parent)


def output_of(running: subprocess.Popen[str]) -> str:
    out, err = running.communicate(timeout=DEADLINE)
    assert running.returncode == 0, err
    return out


@pytest.mark.parametrize("name", [name for name in pages_with("python") if name not in ON_A_SERVER])
def test_the_python_of_a_page_runs_and_prints_what_its_comments_say(name: str, folder: Path) -> None:
    program = write_program(REPOSITORY / name, folder)
    printed = output_of(start(program)).splitlines()
    said = re.findall(r"^print\(.*\)(?:  # ([^:\n]+))?", program.read_text(), re.MULTILINE)
    assert len(printed) == len(said)
    assert [line for line, comment in zip(printed, said, strict=True) if comment] == list(filter(None, said))


@pytest.mark.parametrize("name", ON_A_SERVER)
def test_two_bots_of_the_page_play_each_other(name: str, folder: Path, server: Server) -> None:
    program = write_program(REPOSITORY / name, folder)
    first, second = [start(program, server.url, ON_A_SERVER[name]) for _ in range(2)]
    printed = output_of(first)
    assert printed == output_of(second)
    assert printed.startswith("Outcome(winner=")


def test_the_readme_counts_the_lines_of_the_bot() -> None:
    (bot,) = blocks(REPOSITORY / "docs" / "remote.md", "python")
    assert len(bot.text.splitlines()) == 16
    assert "sixteen lines of Python" in (REPOSITORY / "README.md").read_text()


@pytest.mark.parametrize("command", quincunx_commands(), ids=shlex.join)
def test_a_command_is_understood_and_runs_if_it_is_quick(command: list[str], folder: Path) -> None:
    if "--help" in command or (command[:1] and command[0] in QUICK and MATCH not in command):
        done = commands.run(*command)
        assert done.returncode == 0, done.stderr
    else:
        parsed = program_parser().parse_args(command)  # exits if it does not understand the command
        if command[:1] == ["play"] and parsed.game:
            done = commands.run("show", parsed.game, *(f"-o{option}" for option in own_options(command)))
            assert done.returncode == 0, done.stderr


def own_options(command: list[str]) -> list[str]:
    """The game's options, given as `-o NAME=VALUE`. An option of both players becomes the first player's here."""
    given = [value for word, value in pairwise(command) if word == "-o"]
    return [value.replace("army=", "black=") for value in given]


def test_every_command_for_people_has_an_example() -> None:
    named = {"games", "rules", "play", "show", "replay", "perft", "random", "match", "serve", "db", "window"}
    named |= {"stats", "history", "export", "learn", "puzzle", "analyse", "engine", "lobby", "balance", "lab"}
    assert named <= {command[0] for command in quincunx_commands() if command}


def test_every_make_target_of_the_examples_exists() -> None:
    makefile = (REPOSITORY / "Makefile").read_text()
    targets = [words[1] for _, words in shell_lines() if words[0] == "make"]
    assert targets
    assert all(f"\n{target}:" in makefile for target in targets)


def test_every_test_file_of_the_examples_exists() -> None:
    files = [word.partition("::")[0] for _, words in shell_lines() for word in words if word.startswith("tests/")]
    assert files
    assert all((REPOSITORY / file).exists() for file in files)


def test_the_board_of_the_readme_is_the_one_that_show_prints() -> None:
    board = blocks(REPOSITORY / "README.md", "")[0].text
    printed = commands.run("show", "hnefatafl").stdout.splitlines()
    assert board.rstrip() == "\n".join(printed[:-1])
