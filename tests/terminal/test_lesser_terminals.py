"""Limited terminals: no colours, only ASCII, no full screen."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest

from terminal.pseudo_terminal import PseudoTerminal

UP, LEFT = "\x1b[A", "\x1b[D"
Start = Callable[..., PseudoTerminal]


@pytest.fixture
def start() -> Iterator[Start]:
    started: list[PseudoTerminal] = []

    def begin(*arguments: str, **environment: str) -> PseudoTerminal:
        started.append(PseudoTerminal(*arguments, **environment))
        return started[-1]

    yield begin
    for terminal in started:
        terminal.close()


def colours(written: bytes) -> list[bytes]:
    """The escape codes that set a colour."""
    found = re.findall(rb"\x1b\[([0-9;:]*)m", written)
    return [codes for codes in found if re.search(rb"(^|;)(3[0-8]|4[0-8]|9[0-7]|10[0-7])(;|:|$)", codes)]


def play_a_move(terminal: PseudoTerminal) -> None:
    """Pick the piece under the cursor with Enter, and move it one up and one to the left."""
    terminal.sees("Dark to move.")
    terminal.type("\r")
    terminal.type(UP)
    terminal.type(LEFT)
    terminal.type("\r")
    terminal.sees("Light to move.")


ARGUMENTS = ("play", "checkers", "--bot", "nobody", "-o", "first=dark")


def test_with_colours_there_are_some(start: Start) -> None:
    terminal = start(*ARGUMENTS, TERM="xterm-256color")
    play_a_move(terminal)
    assert colours(terminal.written)


@pytest.mark.parametrize("more", [(), ("--ascii",)], ids=["signs", "ascii"])
def test_no_color_emits_no_colour_and_can_be_played(start: Start, more: tuple[str, ...]) -> None:
    terminal = start(*ARGUMENTS, *more, TERM="xterm-256color", NO_COLOR="1")
    play_a_move(terminal)
    assert not colours(terminal.written)
    assert not more or terminal.text.isascii()
    assert re.search(r"\[ +[a-z] +\]", terminal.text)  # the cursor is drawn as characters, not as a colour
    terminal.type("\x03")
    terminal.sees("To resume: quincunx play --resume=")


def test_a_terminal_without_the_signs_gets_ascii_by_itself(start: Start) -> None:
    terminal = start(*ARGUMENTS, TERM="xterm-256color", PYTHONIOENCODING="latin-1")
    play_a_move(terminal)
    assert terminal.text.isascii()


@pytest.mark.parametrize("kind", ["dumb", ""])
def test_a_terminal_that_is_none_gets_lines(start: Start, kind: str) -> None:
    terminal = start(*ARGUMENTS, TERM=kind)
    terminal.sees("dark> ")
    terminal.type("c3-d4\n")
    terminal.sees("light> ")
    assert b"\x1b" not in terminal.written
