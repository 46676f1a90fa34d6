"""Tables and progress bars: plain and complete in a pipe, limited to the width and character set of a terminal."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator

import pytest

from quincunx.clients.terminal.text.tables import print_table
from terminal.pseudo_terminal import PseudoTerminal

HEAD = ("match", "won", "how")
ROWS = [("[bold]Ann[/]", 7, "by a king that reached the corner"), ("雨 :smile:", 12, "")]
RANDOM = ("random", "checkers", "--games", "300", "--seed", "1")

Starting = Callable[..., PseudoTerminal]


@pytest.fixture
def start() -> Iterator[Starting]:
    """Starts the program in terminals."""
    started: list[PseudoTerminal] = []

    def start(*arguments: str, width: int = 80, **environment: str) -> PseudoTerminal:
        started.append(PseudoTerminal(*arguments, width=width, **environment))
        return started[-1]

    yield start
    for terminal in started:
        terminal.close()


def test_a_table_in_a_pipe_is_plain_and_its_rows_are_whole(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    monkeypatch.setenv("FORCE_COLOR", "1")
    print_table(HEAD, ROWS)
    assert capsys.readouterr().out.splitlines() == [
        "match         won  how",
        "[bold]Ann[/]    7  by a king that reached the corner",
        "雨 :smile:     12",
    ]


@pytest.mark.parametrize("width", [20, 30, 80])
def test_a_table_keeps_to_the_width_of_a_terminal(start: Starting, width: int) -> None:
    terminal = start(*RANDOM, width=width)
    terminal.sees("plies/s")
    lines = terminal.text.splitlines()
    table = lines[next(place for place, line in enumerate(lines) if "winner" in line) :]
    assert max(map(len, table[: table.index("")])) <= width
    assert len([line for line in table if line.startswith(("light ", "dark "))]) == 2


def test_no_colour_is_sent_where_none_is_wanted(start: Starting) -> None:
    for colour, environment in ((True, {}), (False, {"NO_COLOR": "1"})):
        terminal = start(*RANDOM, TERM="xterm-256color", **environment)
        terminal.sees("plies/s")
        assert (b"\x1b[36m" in terminal.written) == colour


def test_a_bar_is_drawn_in_the_terminals_alphabet(start: Starting) -> None:
    for signs, encoding in ((True, "utf-8"), (False, "ascii")):
        terminal = start(*RANDOM, PYTHONIOENCODING=encoding)
        terminal.sees("of 300 games")
        terminal.sees("plies/s")
        assert terminal.written.isascii() != signs


def test_a_terminal_without_codes_gets_none(start: Starting) -> None:
    terminal = start(*RANDOM, TERM="dumb")
    terminal.sees("plies/s")
    assert b"\x1b" not in terminal.written


def test_there_is_no_bar_in_a_pipe() -> None:
    command = [sys.executable, "-m", "quincunx", *RANDOM]
    done = subprocess.run(command, capture_output=True, text=True, env=os.environ | {"FORCE_COLOR": "1"})
    assert done.stderr == ""
    assert "\x1b" not in done.stdout
    assert done.stdout.splitlines()[0] == "winner  reason     games  share"
