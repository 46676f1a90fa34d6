"""The frame of the Cengers document as text: at the prompt, in a pipe, by `show` and `replay`."""

from __future__ import annotations

from pathlib import Path

import pytest

import quincunx
from terminal import document
from terminal.test_cli import printed

FIRST_SCREEN = [line.rstrip() for line in document.runs()[0][0]]


def frames(out: str) -> list[list[str]]:
    """The screens in the output, each as its lines."""
    lines = [line.rstrip() for line in out.splitlines()]
    return [lines[at : at + 11] for at, line in enumerate(lines) if line.endswith("12345678")]


@pytest.mark.parametrize("run", document.runs(), ids=["opening", "ending"])
def test_show_prints_the_documents_screens(run: list[list[str]]) -> None:
    """C1, C9: the document's own examples are printed exactly."""
    for screen in (run[0], run[1], run[-2]):
        out = printed("show", "cengers", "--position", document.state_of(screen).position())
        assert [line.rstrip() for line in out.splitlines()[:11]] == [line.rstrip() for line in screen]


def test_a_game_in_a_pipe_is_drawn_as_the_document_draws_it() -> None:
    (first, after), *_ = document.moves(document.runs()[0])
    out = printed("play", "cengers", "--bot", "nobody", typed="\n".join([*first, "quit"]))
    assert frames(out) == [FIRST_SCREEN, [line.rstrip() for line in after]]
    assert "row 8 column 6 is f1." in out, "how the squares are typed"


def test_the_winner_stands_where_the_round_was() -> None:
    """x resigns, although o is to move: at one screen, it is the account's side that resigns."""
    out = printed("play", "cengers", "--bot", "nobody", typed="f3-f4\nresign\nquit\n")
    assert frames(out)[-1][1:3] == [" +--------+  Winner: o", "1|ooo.....|"]


def test_the_documents_last_screen_is_printed() -> None:
    *_, before, last = document.runs()[1]
    state = document.state_of(before)
    for action in document.turn_between(state, last):
        state.apply(state.parse(action))
    assert frames(printed("show", "cengers", "--position", state.position())) == [last]


def test_a_replay_prints_every_screen_of_the_document(tmp_path: Path) -> None:
    run = document.runs()[0]
    actions = [action for turn, _ in document.moves(run) for action in turn]
    file = tmp_path / "game.txt"
    file.write_text(quincunx.Record.of(quincunx.game("cengers").record(" ".join(actions)).replay()).text())
    assert frames(printed("replay", str(file), "--boards")) == [[line.rstrip() for line in screen] for screen in run]


def test_lessons_and_puzzles_keep_the_letters_that_they_speak_of() -> None:
    assert "a b c d e f g h" in printed("learn", "cengers", typed="quit\n")
