"""The program in a real terminal, used only by keys."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import quincunx
from quincunx.core.random import Random
from quincunx.core.state import State
from quincunx.play.view import count_moves
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
    """Whether the screen has the document's format, with nothing else in its lines."""
    rows = [re.fullmatch(rf"{number}\|[xo.]{{8}}\|(  Turn : [xo])?", lines[1 + number]) for number in range(1, 9)]
    return bool(lines[0] == "  12345678" and HEAD.fullmatch(lines[1]) and all(rows) and lines[10] == " +--------+")


class Keys:
    """A player who tracks the cursor by the pressed keys."""

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal
        self.terminal.keys(*["Left"] * 10, *["Down"] * 10)  # from any square
        self.cursor = "a1"

    def move(self, actions: list[str]) -> None:
        """Z, X, further X, C."""
        squares = [action.split("-") for action in actions if action != "end"]
        self.go(squares[0][0])
        self.terminal.keys("z")
        for _, target in squares:
            self.go(target)
            self.terminal.keys("x")
        self.terminal.keys("c")

    def go(self, square: str) -> None:
        """Move the cursor with the arrow keys."""
        across, up = ord(square[0]) - ord(self.cursor[0]), int(square[1:]) - int(self.cursor[1:])
        keys = ["Right" if across > 0 else "Left"] * abs(across) + ["Up" if up > 0 else "Down"] * abs(up)
        if keys:
            self.terminal.keys(*keys)
        self.cursor = square


def turns_of(state: State) -> list[tuple[list[str], State]]:
    """Every turn: its actions, and the resulting state."""
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


def forward(state: State, random: Random) -> list[str]:
    """A turn that moves x as far as possible to the upper left; a random one of the best."""

    def ahead(after: State) -> int:
        pieces = after.game.spec.pieces(after)
        return sum((7 - cell % 8) + cell // 8 for cell, piece in pieces.items() if piece.owner == 0)

    choices = turns_of(state)
    best = max(ahead(after) for _, after in choices)
    good = [actions for actions, after in choices if ahead(after) == best]
    return good[random.below(len(good))]


def test_a_whole_game_of_the_document_against_the_computer(terminal: Terminal) -> None:
    opening = document.runs()[0]
    terminal.start("play", "cengers", "--level", "8", "--seconds", "0.1")  # it is home after about forty rounds
    assert terminal.sees("Round: 1")[:FRAME] == opening[0]
    random, player, round = Random(1), Keys(terminal), 1
    state = document.GAME.start()
    while True:
        player.move(document.moves(opening)[0][0] if round == 1 else forward(state, random))
        lines = terminal.until(
            lambda lines, now=round: (
                is_the_documents(lines) and (f"Round: {now + 1}" in lines[1] or "Winner" in lines[1])
            )
        )
        if "Winner" in lines[1]:
            break
        assert lines[2].endswith("Turn : x")
        state, round = document.state_of(lines[:FRAME]), round + 1
    assert lines[1].endswith(("Winner: o", "Winner: x"))
    assert lines[2].endswith("|")
    assert re.search(r"[xo] wins in \d+ moves\.", "\n".join(lines))
    terminal.keys("q")
    terminal.sees("left with 0")


def squares_of(key: str, hint: str) -> list[str]:
    """The squares of a hint in the first position: a screen writes them in the game's notation or its document's."""
    state = quincunx.game(key).start()
    notation = state.game.spec.move_notation(state.game)
    if notation.example:
        (action,) = notation.read_turn(state, hint)
        return state.text(action).split("-")
    places = [("abcdefgh"[int(column) - 1], 9 - int(row)) for row, column in re.findall(r"row (.) column (.)", hint)]
    return [f"{file}{rank}" for file, rank in places] or re.findall(r"[a-k]\d+", hint)


@pytest.mark.parametrize("key", list(quincunx.games()))
def test_every_game_is_started_played_and_ended_by_keys(terminal: Terminal, key: str) -> None:
    terminal.start("play")
    terminal.sees("Opponent")
    title = quincunx.games()[key].title
    for _ in range(list(quincunx.games()).index(key)):
        terminal.keys("Right")
    terminal.sees(f"◂ {title} ▸")
    terminal.keys("Enter")
    terminal.sees("Your turn|Turn : x")
    terminal.keys("h")
    found = re.search(r"Hint: (.+)", "\n".join(terminal.sees(r"Hint: \S+")))
    assert found is not None
    squares = squares_of(key, found[1].strip(" │"))
    player = Keys(terminal)
    for square, press in zip(squares, "zx" if len(squares) == 2 else "x", strict=True):
        player.go(square)
        terminal.keys(press)
    terminal.keys("c")  # ends the move in games that require it
    terminal.sees(r"Moves +[1-9]|Move +2|Round: 2")
    terminal.keys("o")
    terminal.sees("2  resign")
    terminal.keys("2", "y")
    terminal.sees(r"in \d+ moves?\.")
    terminal.keys("q")
    terminal.sees("left with 0")


def test_the_menu_begins_with_what_the_command_line_says(terminal: Terminal) -> None:
    terminal.start("play", "--level", "6", "--clock", "15+10")
    lines = "\n".join(terminal.sees("Opponent"))
    assert re.search(r"Opponent +\w+ \(6\)", lines)
    assert "15 min + 10 s" in lines


@pytest.mark.parametrize("said", ["--side=x", "--bot=both", "--option=rounds=9"])
def test_what_needs_a_game_is_refused_without_one(terminal: Terminal, said: str) -> None:
    terminal.start("play", said)
    lines = terminal.sees("left with 2")
    assert lines[0].startswith(f"quincunx: {said.partition('=')[0]} needs a game: quincunx play GAME --")


def test_a_game_to_its_end_with_two_at_one_keyboard(terminal: Terminal) -> None:
    """The shortest possible game: both sides have no move left."""
    record = quincunx.read_record((Path(__file__).parent / "records" / "flipflop.txt").read_text())
    terminal.start("play", "flipflop", "--bot", "nobody")
    terminal.sees("White to move")
    player, state = Keys(terminal), record.game.start()
    for action in record.actions:
        text = state.text(action)
        if text == "pass":
            terminal.keys("c")
        else:
            player.go(text)
            terminal.keys("x")
        state.apply(action)
        terminal.sees(rf"Moves +{count_moves(state)}\b")
    terminal.sees("White wins in 4 moves.")


def test_a_resized_terminal_is_filled_again(terminal: Terminal) -> None:
    terminal.start("play", "hnefatafl", "--bot", "nobody")
    terminal.sees("Hnefatafl")
    terminal.resize(140, 50)
    terminal.until(lambda lines: len(lines[0]) > 100)
    terminal.resize(44, 14)
    terminal.until(lambda lines: len(lines) <= 16 and "Hnefatafl" in lines[0] and "Moves" not in "\n".join(lines))
    terminal.keys("Right", "Down")
    terminal.resize(80, 24)
    terminal.sees("Moves")


def test_a_size_in_the_environment_does_not_hold_it_fast(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, COLUMNS="80", LINES="24")
    try:
        terminal.start("play", "hnefatafl", "--bot", "nobody")
        terminal.sees("Hnefatafl")
        terminal.resize(140, 50)
        terminal.until(lambda lines: len(lines[0]) > 100)
    finally:
        terminal.close()


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
    lines = terminal.sees("To resume: quincunx play --resume")
    (id,) = re.findall(r"--resume=(\S+)", "\n".join(lines))
    terminal.close()
    terminal.start("play", f"--resume={id}")
    terminal.sees("Light to move|light to move")
