"""The program in a real terminal, by keys alone."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from quincunx.core.random import Random
from quincunx.core.state import State
from terminal import document
from terminal.tmux import Terminal

pytestmark = pytest.mark.skipif(not shutil.which("tmux"), reason="tmux is not on this machine")
FRAME = 11  # lines of the document's screen
HEAD = re.compile(r" \+-{8}\+  (?:Round: (\d+)|Winner: (\w+))$")


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    shown = Terminal(tmp_path)
    yield shown
    shown.close()


def is_the_documents(lines: list[str]) -> bool:
    """Whether the screen is one of the document's kind, with nothing else in its lines."""
    rows = [re.fullmatch(rf"{number}\|[xo.]{{8}}\|(  Turn : [xo])?", lines[1 + number]) for number in range(1, 9)]
    return bool(lines[0] == "  12345678" and HEAD.fullmatch(lines[1]) and all(rows) and lines[10] == " +--------+")


class Keys:
    """Somebody who plays x: keeps the state by what the screen shows, and the cursor by the keys pressed."""

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal
        self.terminal.keys(*["Left"] * 8, *["Down"] * 8)  # wherever it was
        self.cursor = "a1"

    def move(self, actions: list[str]) -> None:
        """Z, X, further X, C."""
        squares = [action.split("-") for action in actions if action != "end"]
        self._go(squares[0][0])
        self.terminal.keys("z")
        for _, target in squares:
            self._go(target)
            self.terminal.keys("x")
        self.terminal.keys("c")

    def _go(self, square: str) -> None:
        across, up = ord(square[0]) - ord(self.cursor[0]), int(square[1]) - int(self.cursor[1])
        keys = ["Right" if across > 0 else "Left"] * abs(across) + ["Up" if up > 0 else "Down"] * abs(up)
        if keys:
            self.terminal.keys(*keys)
        self.cursor = square


def turns_of(state: State) -> list[tuple[list[str], State]]:
    """Every turn: its actions, and where it leads."""
    found = []
    for action in state.legal_actions():
        after = state.copy()
        after.apply(action)
        text = state.text(action)
        if after.turn != state.turn or after.over:
            found.append(([text], after))
        else:
            found += [([text, *rest], last) for rest, last in turns_of(after)]
    return found


def forward(state: State, luck: Random) -> list[str]:
    """A turn that brings x as far ahead as one can, to the upper left; any of the best."""

    def ahead(after: State) -> int:
        pieces = after.game.spec.pieces(after)
        return sum((7 - cell % 8) + cell // 8 for cell, piece in pieces.items() if piece.owner == 0)

    choices = turns_of(state)
    best = max(ahead(after) for _, after in choices)
    good = [actions for actions, after in choices if ahead(after) == best]
    return good[luck.below(len(good))]


def test_a_whole_game_of_the_document_against_the_computer(terminal: Terminal) -> None:
    opening = document.runs()[0]
    terminal.start("play", "cengers", "--level", "1", "--seed", "3", "-o", "rounds=12")
    assert terminal.sees("Round: 1")[:FRAME] == opening[0]
    luck, player, round = Random(1), Keys(terminal), 1
    state = document.GAME.start()
    while True:
        player.move(document.moves(opening)[0][0] if round == 1 else forward(state, luck))
        lines = terminal.until(
            lambda lines, now=round: (
                is_the_documents(lines) and (f"Round: {now + 1}" in lines[1] or "Winner" in lines[1])
            )
        )
        if "Winner" in lines[1]:
            break
        assert lines[2].endswith("Turn : x")
        state, round = document.state_of(lines[:FRAME]), round + 1
    assert round == 12
    assert "nobody" in lines[1]
    assert "The last round is over." in "\n".join(lines)
    terminal.keys("q")
    terminal.sees("left with 0")


def test_a_resized_terminal_is_filled_again(terminal: Terminal) -> None:
    terminal.start("play", "hnefatafl", "--bot", "nobody")
    terminal.sees("Hnefatafl, seed")
    terminal.resize(140, 50)
    terminal.until(lambda lines: len(lines[0]) > 100)
    terminal.resize(44, 14)
    terminal.until(lambda lines: len(lines) <= 16 and "Hnefatafl" in lines[0] and "Moves" not in "\n".join(lines))
    terminal.keys("Right", "Down")
    terminal.resize(80, 24)
    terminal.sees("Moves")


def test_ascii_and_no_colour(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, NO_COLOR="1")
    try:
        terminal.start("play", "battlefield", "--bot", "nobody", "--ascii")
        text = "\n".join(terminal.sees("R +N +B +Q +K +B +N +R"))
        assert text.isascii()
        assert not re.search(r"\x1b\[[0-9;]*[34]8;", terminal.coloured())
    finally:
        terminal.close()


def test_ctrl_c_loses_nothing(terminal: Terminal) -> None:
    terminal.start("play", "checkers", "--bot", "nobody", "-o", "first=dark")
    terminal.sees("Checkers")
    terminal.keys("Enter", "Up", "Left", "Enter")
    terminal.sees("light to move|Light to move")
    terminal.keys("C-c")
    terminal.sees("left with ")
    lines = terminal.sees("To play on: quincunx play --resume")
    (id,) = re.findall(r"--resume (\S+)", "\n".join(lines))
    terminal.close()
    terminal.start("play", "--resume", id)
    terminal.sees("Light to move|light to move")
